import { quote } from '../ts/text.js'
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from './protocol.js'

/** Invalid parameters of a request. */
export function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

/** A missing resource. */
export function noResource(uri: string): ProtocolError {
  return new ResourceNotFoundError(
    uri,
    `There is no resource ${quote(uri)}. resources/list and resources/templates/list name the available ones.`,
  )
}

/** A resource that exists but cannot be returned. */
export function unreadable(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, message)
}
