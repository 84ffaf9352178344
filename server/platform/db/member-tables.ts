import type { Role } from '../../../contract/projects.ts';

export interface ProjectMemberTable {
  project_id: number;
  user_id: number;
  role: Role;
  created_at: string;
}

/** For whom a project is done: none of its members. */
export interface ProjectClientTable {
  project_id: number;
  user_id: number;
  created_at: string;
}
