/** The scales of graphs: numbers, and bars or points side by side. */
export { scaleBand, scaleLinear, scalePoint } from 'd3-scale';
