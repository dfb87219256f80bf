package io.fairstream.slurm.bridge;

import io.fairstream.schemas.JobEvent;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Sends on what a record tells by itself, with the time of sending: Slurm's may be long past what the topic keeps. */
final class TellingEvents extends ContextualProcessor<byte[], BridgedRecord, String, JobEvent> {
    @Override
    public void process(Record<byte[], BridgedRecord> input) {
        var record = input.value().record();
        for (JobEvent event : record.events()) {
            context().forward(new Record<>(record.key(), event, context().currentSystemTimeMs()));
        }
    }
}
