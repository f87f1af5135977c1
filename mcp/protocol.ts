// All that is used of the SDK of MCP. It is a file of its own in `dist/`, which the program and the servers of others share.
export {
  bearerAuthChallengeResponse,
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  isInitializeRequest,
  isLegacyRequest,
  OAuthError,
  OAuthErrorCode,
  parseJSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  verifyBearerToken,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
export { serveStdio } from '@modelcontextprotocol/server/stdio'
