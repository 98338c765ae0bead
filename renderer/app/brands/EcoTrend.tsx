import './ecoTrend.css';

/** Brings the brand's colours along. */
export default function EcoTrend() {
  return null;
}
