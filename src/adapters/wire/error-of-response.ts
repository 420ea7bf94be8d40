/** The error that a client would throw for this response, as far as detection reads it. */
export function errorOfText(status: number, text: string): unknown {
  return { status, message: text, responseBody: text }
}

/** As {@link errorOfText}, for a refusal that came with a success status; null when there is none. */
export function errorOfRefusal(status: number, refusal: object | null): unknown {
  return refusal && errorOfText(status, JSON.stringify(refusal))
}
