package io.fairstream.benchmarks.flink;

import io.fairstream.app.config.Keys;
import io.fairstream.app.config.Settings;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Charge.Ledger;
import io.fairstream.rules.journal.Entry.RateChange;
import io.fairstream.rules.journal.Outcome.Effect;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.rules.match.OpenMatch.FinishedMatch;
import io.fairstream.rules.match.OpenMatch.Transition;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.SerdeFactory;
import io.fairstream.streams.journal.ChargeBlockBuilder;
import io.fairstream.streams.match.MatchStage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.utils.Utils;

/** The first hop, by resource: what is held, and from it changes of use, charges in blocks, open matches and match records. */
final class ResourceHop extends WriteBack<RawMatch, Holding, UseChange> {
    /** Output of rows to Kafka. */
    static final OutputTag<Row> ROWS = new OutputTag<>("rows", Row.TYPE);

    private static final long serialVersionUID = 1L;
    private static final int LARGE = 256 * 1024;
    private static final LongAdder APPLIED = new LongAdder();
    private static final Holding UNKNOWN = new Holding(null, Long.MIN_VALUE);

    private final Map<String, String> entries;
    private transient StreamRecord<UseChange> next;
    private transient StreamRecord<Row> nextRow;
    private transient Deserializer<MatchEvent> reader;
    private transient Records records;
    private transient ChargeBlockBuilder[] blocks;
    private transient String topic;

    /** @param entries the application's configuration */
    @SuppressWarnings("NullAway.Init") // what is transient is there from open on
    ResourceHop(Map<String, String> entries) {
        super("resources", new Holding.Serializer());
        this.entries = Map.copyOf(entries);
    }

    /** Number of events that all instances in this process have applied. */
    static LongAdder applied() {
        return APPLIED;
    }

    @Override
    public void open() throws Exception {
        super.open();
        Settings settings = Settings.parseForCluster(entries);
        next = new StreamRecord<>(null);
        nextRow = new StreamRecord<>(null);
        reader = new SerdeFactory(settings.registry()).reads(MatchStage.MATCH_EVENT);
        records = new Records(settings);
        topic = Topics.MATCHES.in(settings.topicPrefix());
        blocks = new ChargeBlockBuilder[settings.get(Keys.PARTITIONS)];
        for (int partition = 0; partition < blocks.length; partition++) {
            blocks[partition] = new ChargeBlockBuilder(partition, Ledger.MATCH);
        }
    }

    @Override
    Holding unknown() {
        return UNKNOWN;
    }

    @Override
    public void processElement(StreamRecord<RawMatch> element) throws Exception {
        RawMatch raw = element.getValue();
        MatchEvent event = Objects.requireNonNull(reader.deserialize(topic, raw.value()));
        Cached<Holding> cached = cached(raw.resource());
        Holding holding = cached.value();
        if (event.at() < holding.newest()) {
            return;
        }
        Transition step = event.change().after(holding.held(), event);
        change(cached, new Holding(step.held(), event.at()), raw.sent());
        if (step.effect() == Effect.APPLIED) {
            charge(cached.key(), step, new Cause(topic, raw.partition(), raw.offset(), raw.sent()));
            APPLIED.increment();
        }
    }

    private void charge(String resource, Transition step, Cause cause) {
        OpenMatch begun = step.held();
        if (begun != null) {
            charge(begun.begun(resource, cause));
        }
        FinishedMatch finished = step.finished();
        if (finished != null) {
            charge(finished.ended(resource, cause));
            emit(records.record(resource, finished, cause.sent()));
        }
    }

    private void charge(Charge charge) {
        journal(charge);
        RateChange change = (RateChange) charge.entry();
        output.collect(next.replace(new UseChange(
                charge.account().name(),
                change.at(),
                change.resources(),
                change.weight(),
                charge.cause().sent())));
    }

    private void journal(Charge charge) {
        byte[] account = charge.account().name().getBytes(StandardCharsets.UTF_8);
        ChargeBlockBuilder block = blocks[Utils.toPositive(Utils.murmur2(account)) % blocks.length];
        block.add(charge);
        if (block.size() >= LARGE) {
            emit(block);
        }
    }

    private void emit(ChargeBlockBuilder block) {
        emit(records.block(
                Ledger.MATCH + "/" + getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(), block));
        block.reset();
    }

    private void emit(Row row) {
        output.collect(ROWS, nextRow.replace(row));
    }

    @Override
    void publish(Cached<Holding> cached) {
        emit(records.open(cached.key(), cached.value().held(), cached.sent()));
    }

    @Override
    void finishCheckpoint() {
        for (ChargeBlockBuilder block : blocks) {
            if (!block.isEmpty()) {
                emit(block);
            }
        }
    }
}
