/** The files of a package of a platform. */
interface PlatformFiles {
  readonly manifest: string
  readonly addon: string
  readonly runner: string
}

/** True in the build for bundlers, which would treat the requests below as JavaScript modules. */
declare const SCENEWRIGHT_FOR_BUNDLERS: boolean

/**
 * The files of an installed package of a platform, or `undefined`.
 *
 * Each request is spelled out, so that tools that trace which files a deployment needs find them.
 */
export function resolvePlatformFiles(packageName: string): PlatformFiles | undefined {
  if (!SCENEWRIGHT_FOR_BUNDLERS) {
    try {
      switch (packageName) {
        case 'scenewright-darwin-arm64':
          return {
            manifest: require.resolve('scenewright-darwin-arm64/package.json'),
            addon: require.resolve('scenewright-darwin-arm64/scenewright.darwin-arm64.node'),
            runner: require.resolve('scenewright-darwin-arm64/scenewright-runner'),
          }
        case 'scenewright-darwin-x64':
          return {
            manifest: require.resolve('scenewright-darwin-x64/package.json'),
            addon: require.resolve('scenewright-darwin-x64/scenewright.darwin-x64.node'),
            runner: require.resolve('scenewright-darwin-x64/scenewright-runner'),
          }
        case 'scenewright-linux-arm64-gnu':
          return {
            manifest: require.resolve('scenewright-linux-arm64-gnu/package.json'),
            addon: require.resolve('scenewright-linux-arm64-gnu/scenewright.linux-arm64-gnu.node'),
            runner: require.resolve('scenewright-linux-arm64-gnu/scenewright-runner'),
          }
        case 'scenewright-linux-arm64-musl':
          return {
            manifest: require.resolve('scenewright-linux-arm64-musl/package.json'),
            addon: require.resolve('scenewright-linux-arm64-musl/scenewright.linux-arm64-musl.node'),
            runner: require.resolve('scenewright-linux-arm64-musl/scenewright-runner'),
          }
        case 'scenewright-linux-x64-gnu':
          return {
            manifest: require.resolve('scenewright-linux-x64-gnu/package.json'),
            addon: require.resolve('scenewright-linux-x64-gnu/scenewright.linux-x64-gnu.node'),
            runner: require.resolve('scenewright-linux-x64-gnu/scenewright-runner'),
          }
        case 'scenewright-linux-x64-musl':
          return {
            manifest: require.resolve('scenewright-linux-x64-musl/package.json'),
            addon: require.resolve('scenewright-linux-x64-musl/scenewright.linux-x64-musl.node'),
            runner: require.resolve('scenewright-linux-x64-musl/scenewright-runner'),
          }
        case 'scenewright-win32-arm64-msvc':
          return {
            manifest: require.resolve('scenewright-win32-arm64-msvc/package.json'),
            addon: require.resolve('scenewright-win32-arm64-msvc/scenewright.win32-arm64-msvc.node'),
            runner: require.resolve('scenewright-win32-arm64-msvc/scenewright-runner.exe'),
          }
        case 'scenewright-win32-x64-msvc':
          return {
            manifest: require.resolve('scenewright-win32-x64-msvc/package.json'),
            addon: require.resolve('scenewright-win32-x64-msvc/scenewright.win32-x64-msvc.node'),
            runner: require.resolve('scenewright-win32-x64-msvc/scenewright-runner.exe'),
          }
      }
    } catch {
      // Not installed here.
    }
  }
  return undefined
}
