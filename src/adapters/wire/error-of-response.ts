/** What a client would throw for this response, as far as detection reads it. */
export function errorOfText(status: number, text: string): unknown {
  return { status, message: text, responseBody: text }
}

/** The same for a fetched response, which stays readable; null when it is accepted. */
export async function errorOfResponse(response: Response): Promise<unknown> {
  return response.ok ? null : errorOfText(response.status, await response.clone().text())
}
