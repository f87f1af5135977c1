/** The prefix of the URIs of a project's resources. The name is empty for a single project. */
export function baseOf(project: string): string {
  return project === '' ? 'scene://' : `scene://${project}/`
}
