/** What a client would throw for this response, as far as detection reads it. */
export function errorOfText(status: number, text: string): unknown {
  return { status, message: text, responseBody: text }
}

/** The same for a refusal that came with a status of success; null when there is none. */
export function errorOfRefusal(status: number, refusal: object | null): unknown {
  return refusal && errorOfText(status, JSON.stringify(refusal))
}
