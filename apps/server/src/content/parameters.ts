import { code } from '@glasshouse/api/codes';
import { type CallHandlers, done, refuse } from '../platform/call.ts';

/** Public parameters of this installation, by name. */
export type PublicParameters = ReadonlyMap<string, string>;

export const parameterCalls = (parameters: PublicParameters): CallHandlers => ({
  getParameter: ({ params }) => {
    const paramValue = parameters.get(params.key);
    return paramValue === undefined ? refuse(code.parametersUnavailable, 'key') : done({ paramValue });
  },
});
