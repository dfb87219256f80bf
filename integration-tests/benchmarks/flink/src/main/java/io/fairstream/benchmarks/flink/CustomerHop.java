package io.fairstream.benchmarks.flink;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.rules.decay.HalfLife;
import java.util.Map;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** The second hop, by customer: folds changes of use, and publishes the priority of who has changed once for each checkpoint. */
final class CustomerHop extends WriteBack<UseChange, Standing, Row> {
    private static final long serialVersionUID = 1L;

    private final Map<String, String> entries;
    private transient StreamRecord<Row> next;
    private transient HalfLife halfLife;
    private transient Records records;

    /** @param entries the application's configuration */
    @SuppressWarnings("NullAway.Init") // what is transient is there from open on
    CustomerHop(Map<String, String> entries) {
        super("customers", new Standing.Serializer());
        this.entries = Map.copyOf(entries);
    }

    @Override
    public void open() throws Exception {
        super.open();
        Settings settings = Settings.parseForCluster(entries);
        next = new StreamRecord<>(null);
        halfLife = new HalfLife(settings.get(Keys.PRIORITY_HALFLIFE));
        records = new Records(settings);
    }

    @Override
    Standing unknown() {
        return Standing.NEW;
    }

    @Override
    public void processElement(StreamRecord<UseChange> element) throws Exception {
        UseChange change = element.getValue();
        Cached<Standing> cached = cached(change.customer());
        change(cached, cached.value().after(change, halfLife), change.sent());
    }

    @Override
    void publish(Cached<Standing> cached) {
        output.collect(next.replace(records.priority(cached.key(), cached.value(), cached.sent())));
    }
}
