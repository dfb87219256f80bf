package io.fairstream.slurm;

import io.fairstream.schemas.JobEvent;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Processor that forwards the events of one record. Their timestamp is the current time: Slurm's may be beyond the topic's retention. */
final class StatelessEventProcessor extends ContextualProcessor<byte[], BridgedRecord, String, JobEvent> {
    @Override
    public void process(Record<byte[], BridgedRecord> input) {
        var record = input.value().record();
        for (JobEvent event : record.events()) {
            context().forward(new Record<>(record.key(), event, context().currentSystemTimeMs()));
        }
    }
}
