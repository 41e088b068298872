export { readParameters } from '../../authority/read-parameter.ts';
