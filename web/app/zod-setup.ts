import { z } from 'zod';

// Without this, Zod tries `new Function`, and the content security policy reports a violation.
z.config({ jitless: true });
