'use strict'
// Stands in for the addon where a test is about the facade alone: it records what comes over the boundary and
// answers what the test wants. It proves nothing about the native half.

const recorded = { options: [], calls: [], cancelled: [], closed: 0 }
let answer = () => ({ status: 'ok', answer: { success: true, data: {} } })
let listener = () => {}

const replyOf = ({ picture, ...envelope }) => ({ envelope: JSON.stringify(envelope), picture })

class NativeProject {
  constructor(optionsJson) {
    const options = JSON.parse(optionsJson)
    if (options.policy === 'nonsense') {
      throw Object.assign(new Error('option policy must be require, warn or off'), { code: 'invalid_input' })
    }
    recorded.options.push(options)
  }
  async call(tool, argsJson, callId) {
    const call = { tool, args: JSON.parse(argsJson), callId }
    recorded.calls.push(call)
    return replyOf(await answer(call))
  }
  async summary(callId) {
    return replyOf(await answer({ tool: 'summary', args: {}, callId }))
  }
  cancel(callId) {
    recorded.cancelled.push(callId)
  }
  onEvent(added) {
    listener = added
  }
  exportState() {
    return '{"read":[]}'
  }
  async flush() {}
  async close() {
    recorded.closed += 1
  }
}

module.exports = {
  NativeProject,
  toolDefinitions: (profile) => JSON.stringify([{ name: 'read', title: profile }]),
  recorded,
  setAnswer: (next) => (answer = next),
  emit: (event) => listener(JSON.stringify(event)),
}
