package io.fairstream.slurm.bridge;

import io.fairstream.schemas.JobEvent;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Forwards the events of a single record with the time of sending: Slurm's time may be older than the retention of the topic. */
final class TellingEvents extends ContextualProcessor<byte[], BridgedRecord, String, JobEvent> {
    @Override
    public void process(Record<byte[], BridgedRecord> input) {
        var record = input.value().record();
        for (JobEvent event : record.events()) {
            context().forward(new Record<>(record.key(), event, context().currentSystemTimeMs()));
        }
    }
}
