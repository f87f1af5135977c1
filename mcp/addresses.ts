/** The beginning of the addresses of a project's resources. The name is empty where there is one project. */
export function baseOf(project: string): string {
  return project === '' ? 'scene://' : `scene://${project}/`
}
