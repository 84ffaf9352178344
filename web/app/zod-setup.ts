import { z } from 'zod';

// Zod tries `new Function` otherwise, which the content security policy reports.
z.config({ jitless: true });
