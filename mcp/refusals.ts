import { quote } from '../ts/text.js'
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from './protocol.js'

/** Parameters of a request that it cannot be answered for. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** A resource that there is not. */
export function noResource(uri: string): ProtocolError {
  return new ResourceNotFoundError(
    uri,
    `There is no resource ${quote(uri)}. resources/list and its templates name those there are.`,
  )
}

/** A resource that there is, and that cannot be given. */
export function unreadable(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, message)
}
