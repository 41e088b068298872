import {
  type Download,
  type DownloadInput,
  download as downloadFrom,
  type FileCall,
} from '@glasshouse/client/download';
import { type UploadCall, type UploadInput, upload as uploadTo } from '@glasshouse/client/upload';
import { client } from './client.ts';
import { sendWithProgress } from './send-form.ts';

/** Downloads a file as a stream, so that it can report progress and be cancelled. Never throws. */
export const download = <Name extends FileCall>(name: Name, input: DownloadInput<Name>): Promise<Download> =>
  downloadFrom(client, name, input);

/** Uploads one file. Never throws; undefined when it was cancelled. */
export const upload = <Name extends UploadCall>(input: UploadInput<Name>) => uploadTo(client, input, sendWithProgress);
