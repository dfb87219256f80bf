package io.fairstream.slurm.bridge;

import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.signing.RecordWriter;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;

/** Makes the records that are sent: a signature is over key and value together. */
final class WritingEvents extends ContextualProcessor<String, JobEvent, byte[], byte[]> {
    private final RecordWriter<JobEvent> events;

    WritingEvents(RecordWriter<JobEvent> events) {
        this.events = events;
    }

    @Override
    public void process(Record<String, JobEvent> record) {
        ProducerRecord<byte[], byte[]> written = events.record(record.key(), record.value());
        context().forward(new Record<>(written.key(), written.value(), record.timestamp(), written.headers()));
    }
}
