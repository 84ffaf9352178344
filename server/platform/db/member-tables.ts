import type { Role } from '../../../contract/projects.ts';

export interface ProjectMemberTable {
  project_id: number;
  user_id: number;
  role: Role;
  created_at: string;
}

/** Clients of a project; they are not its members. */
export interface ProjectClientTable {
  project_id: number;
  user_id: number;
  created_at: string;
}
