import type { Role } from '../../../contract/projects.ts';
import type { SignoffService } from '../signoff/service.ts';

interface Signer {
  userId: number;
  username: string;
  role: Role;
}

/** Signs the sample's current proof, of the project or of one of its waves, as one of its people. */
export async function signSample(
  signoffs: SignoffService,
  projectId: number,
  { role, ...person }: Signer,
  wave: number | null,
  remark: string,
): Promise<void> {
  const actor = { ...person, isAdmin: false };
  const { hash: seen, pairs } = await signoffs.read(actor, projectId, { wave });
  if (pairs > 0) await signoffs.sign(actor, projectId, { wave }, { role, remark, seen });
}
