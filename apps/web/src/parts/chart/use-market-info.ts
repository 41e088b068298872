import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { marketInfoQuery } from '../market/first-market.ts';

export const useMarketInfo = (code: string | undefined) =>
  useQuery({ ...marketInfoQuery(code), enabled: code !== undefined });

/** A scope of one code with a stable identity. */
export const useOneCode = (code: string | undefined): readonly string[] =>
  useMemo(() => (code === undefined ? [] : [code]), [code]);
