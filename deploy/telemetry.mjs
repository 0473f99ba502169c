// Sends the spans of every process to an OpenTelemetry collector (docs/operate.md, Traces). Its packages are not the service's:
//   mkdir telemetry && cp telemetry.mjs telemetry/ && npm install --prefix telemetry @opentelemetry/sdk-node@0.223.0
//   OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318 NODE_OPTIONS="--import $PWD/telemetry/telemetry.mjs" npm start
import { NodeSDK } from "@opentelemetry/sdk-node";

const sdk = new NodeSDK({ serviceName: "public-records-api" });
sdk.start();
// What is still to be sent is sent while the process drains.
process.once("SIGTERM", () => sdk.shutdown());
