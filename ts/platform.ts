import { loaderOf } from './elf.mjs'

/** The platforms of a release, by their names in Node-API packages. */
export const RELEASE_PLATFORMS: readonly string[] = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'linux-x64-gnu',
  'linux-x64-musl',
  'win32-arm64-msvc',
  'win32-x64-msvc',
]

/** The parts of a platform's name. */
export interface Host {
  readonly platform: string
  readonly arch: string
  /** The C library of a Linux system. */
  readonly libc?: 'gnu' | 'musl'
}

/** `linux-x64-gnu`, `darwin-arm64`, `win32-x64-msvc`: the name of a host in file and package names. */
export function platformName({ platform, arch, libc }: Host): string {
  switch (platform) {
    case 'linux':
      return `linux-${arch}-${libc ?? 'gnu'}`
    case 'win32':
      return `win32-${arch}-msvc`
    default:
      return `${platform}-${arch}`
  }
}

/** The file name of the runner on a host. */
export function runnerFileName({ platform }: Host): string {
  return platform === 'win32' ? 'scenewright-runner.exe' : 'scenewright-runner'
}

/** The host that this process runs on. */
export function currentHost(): Host {
  const { platform, arch } = process
  return platform === 'linux' ? { platform, arch, libc: currentLibc() } : { platform, arch }
}

/**
 * The C library by the name of this program's loader. If that name is unknown, Node's report decides, which takes milliseconds:
 * it has the version of glibc exactly when Node runs on one.
 */
function currentLibc(): 'gnu' | 'musl' {
  const loader = loaderOf(process.execPath)
  const named = loader === undefined ? undefined : /ld-(linux|musl)/.exec(loader)?.[1]
  if (named !== undefined) return named === 'musl' ? 'musl' : 'gnu'
  return !process.report || currentGlibc() !== undefined ? 'gnu' : 'musl'
}

/** The version of glibc that this process runs with, if it uses glibc. */
export function currentGlibc(): string | undefined {
  const { report } = process as { report?: { excludeNetwork?: boolean | undefined; getReport(): unknown } }
  if (!report) return undefined
  // Without this a report looks up the names of all open connections.
  const excluded = report.excludeNetwork
  report.excludeNetwork = true
  try {
    const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } }
    return header?.glibcVersionRuntime
  } finally {
    report.excludeNetwork = excluded
  }
}
