import { serveProcess } from '../../connectors/process/serve.ts';
import { connectHere } from '../../connectors/registry.ts';

/** A process that talks to databases for the server. */
serveProcess(connectHere);
