import type * as api from '../../index.js'

/** Options of a project whose folder the command line names. */
export type FolderOptions = Omit<api.ProjectOptions, 'root'> & { root?: string | undefined }
