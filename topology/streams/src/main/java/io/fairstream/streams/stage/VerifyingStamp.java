package io.fairstream.streams.stage;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;

/** As {@link OriginStamp}, and checks signatures, which what is written anew has no more; what it refuses is refused where it is counted. */
public final class VerifyingStamp<V> extends ContextualProcessor<String, SignedValue<V>, String, V> {
    private final SignatureCheck check;

    public VerifyingStamp(SignatureCheck check) {
        this.check = check;
    }

    @Override
    public void init(ProcessorContext<String, V> context) {
        super.init(context);
        check.init(context);
    }

    @Override
    public void process(Record<String, SignedValue<V>> record) {
        Headers headers = Origins.stamp(context(), record.key());
        SignatureCheck.stamp(headers, check.refusal(record.key(), record.value(), record.timestamp()));
        String key = record.key() == null ? "" : record.key();
        context().forward(new Record<>(key, record.value().event(), record.timestamp(), headers));
    }
}
