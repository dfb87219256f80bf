package io.fairstream.streams.match;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.Pages;
import io.fairstream.rules.Rejection;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Charge.Cause;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchLedger;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.rules.match.OpenMatch.MatchRow;
import io.fairstream.schemas.Topics;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.runtime.Maintenance;
import io.fairstream.streams.runtime.Output;
import io.fairstream.streams.runtime.Stage;
import io.fairstream.streams.runtime.StageInput;
import io.fairstream.streams.runtime.StateBytes.StateIn;
import io.fairstream.streams.runtime.StateBytes.StateOut;
import io.fairstream.streams.runtime.StateCodec;
import io.fairstream.streams.runtime.TopologyConfig;
import io.fairstream.streams.runtime.WriteBackStore;
import io.fairstream.streams.runtime.WriteBackStore.CacheEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns match events into charges, open matches and match records, with one ledger for each resource. */
public final class MatchStage
        extends Stage<MatchEvent, MatchStage.ResourceLedger, EventHistory.Page<OpenMatch, MatchEvent>> {
    public static final Format<MatchEvent> MATCH_EVENT = new MatchEventFormat();

    public static final Output<OpenMatchRow> OPEN_MATCHES = Output.of(Topics.OPEN_MATCHES, OpenMatchRow.class);

    public static final Output<MatchRow> MATCH_RECORDS = Output.of(Topics.MATCH_RECORDS, MatchRow.class);

    private static final int PAGES_PER_CLEANING = 8;

    private final TopologyConfig config;

    public MatchStage(TopologyConfig config) {
        this.config = config;
    }

    public static StageInput<MatchEvent> input(TopologyConfig config) {
        return new StageInput<>(
                Topics.MATCHES,
                MATCH_EVENT,
                StageInput.Key.of("resource", MatchEvent::resource),
                (event, sent, newest) -> event.refusal(config.times(), sent, newest),
                MatchEvent::at,
                new StageInput.Partitioning(config.partitions().matches(), config.repartition(), null));
    }

    @Override
    public StateCodec<ResourceLedger, EventHistory.Page<OpenMatch, MatchEvent>> codec() {
        return new ResourceLedgerCodec();
    }

    @Override
    protected Maintenance<ResourceLedger> maintenance() {
        return new Maintenance<ResourceLedger>().expire(config.times().maxLateness(), this::expire);
    }

    @Override
    protected @Nullable Rejection apply(CacheEntry<ResourceLedger> state, MatchEvent received, Cause cause) {
        long timestamp = cause.sent();
        MatchEvent event = config.chargesSuspended() ? received.chargingSuspended() : received;
        MatchLedger ledger = state.state().ledger;
        while (!ledger.isInMemory(event.at())) {
            out().store().loadPage(state, ledger);
        }
        Outcome<Charge, MatchRow> outcome = ledger.apply(event.sharing(state.key()), cause);
        out().changed(state, timestamp);
        out().counts().noteEvent(event.at(), timestamp);
        out().counts().count(outcome.effect());
        out().charge(outcome.charges());
        for (MatchRow finished : outcome.results()) {
            out().write(MATCH_RECORDS, event.resource(), finished, timestamp);
        }
        return null;
    }

    @Override
    protected void rows(CacheEntry<ResourceLedger> state) {
        MatchLedger ledger = state.state().ledger;
        if (state.state().takeUnpublished()) {
            OpenMatchRow row = ledger.held() == null ? null : new OpenMatchRow(state.key(), ledger.held());
            out().write(OPEN_MATCHES, state.key(), row, state.timestamp());
        }
        int before = ledger.pages().next() / PAGES_PER_CLEANING;
        out().store().evictPages(state, ledger);
        if (ledger.pages().next() / PAGES_PER_CLEANING > before) {
            long oldest = out().oldest();
            WriteBackStore.forgetBefore(out().store(), oldest, state, ledger, ledger::forget);
            ledger.forgetRevisionsBefore(oldest);
        }
    }

    private void expire(CacheEntry<ResourceLedger> state) {
        MatchLedger ledger = state.state().ledger;
        if (ledger.isQuietSince(out().oldest())) {
            out().store().drop(state, ledger.pages(), state.timestamp());
        }
    }

    public record OpenMatchRow(String resource, OpenMatch match) {}

    /** Ledger of a resource and its last published open match. Mutable; one owner. */
    static final class ResourceLedger {
        final MatchLedger ledger;
        private @Nullable OpenMatch published;

        /** Restores a stored ledger, whose open match had been published. */
        ResourceLedger(MatchLedger ledger) {
            this.ledger = ledger;
            this.published = ledger.held();
        }

        /** Returns true if the row of the resource must be written; afterwards the row counts as written. */
        boolean takeUnpublished() {
            boolean isStale = !Objects.equals(published, ledger.held());
            published = ledger.held();
            return isStale;
        }
    }

    /**
     * Codec of match ledgers. Unlike all others it is hand-written: a ledger is written once for each resource of a commit, and a snapshot
     * takes 1.4 times as long to write and 1.6 times as long to read. Not thread-safe.
     */
    static final class ResourceLedgerCodec
            implements StateCodec<ResourceLedger, EventHistory.Page<OpenMatch, MatchEvent>> {
        private static final int VERSION = 1;

        private final StateOut out = new StateOut();

        @Override
        public ResourceLedger create() {
            return new ResourceLedger(new MatchLedger());
        }

        @Override
        public byte[] write(ResourceLedger state) {
            MatchLedger ledger = state.ledger;
            out.begin(VERSION);
            writeMatch(ledger.base());
            writeMatch(ledger.held());
            writeEvents(ledger.events());
            out.writeLong(ledger.revisions().size());
            ledger.revisions().forEach((start, revision) -> {
                out.writeLong(start);
                out.writeLong(revision);
            });
            out.writeLong(ledger.pages().first());
            out.writeLong(ledger.pages().next());
            return out.toByteArray();
        }

        @Override
        public ResourceLedger read(String resource, byte[] bytes) {
            StateIn in = open(bytes);
            OpenMatch base = readMatch(in);
            OpenMatch held = readMatch(in);
            List<MatchEvent> events = readEvents(resource, in);
            Map<Long, Integer> revisions = new HashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                revisions.put(in.readLong(), in.readInt());
            }
            Pages pages = new Pages(in.readInt(), in.readInt());
            return new ResourceLedger(new MatchLedger(base, events, held, revisions, pages));
        }

        @Override
        public byte[] writePage(EventHistory.Page<OpenMatch, MatchEvent> page) {
            out.begin(VERSION);
            writeMatch(page.base());
            writeEvents(page.events());
            return out.toByteArray();
        }

        @Override
        public EventHistory.Page<OpenMatch, MatchEvent> readPage(String resource, byte[] bytes) {
            StateIn in = open(bytes);
            return new EventHistory.Page<>(readMatch(in), readEvents(resource, in));
        }

        private static StateIn open(byte[] bytes) {
            StateIn in = new StateIn(bytes);
            if (in.version() != VERSION) {
                throw StateCodec.unknown("match ledger", in.version());
            }
            return in;
        }

        private void writeMatch(@Nullable OpenMatch match) {
            out.writeBoolean(match != null);
            if (match != null) {
                out.writeString(match.pool());
                out.writeString(match.customer());
                out.writeDouble(match.slotWeight());
                out.writeLong(match.start());
                out.writeString(match.matchId());
            }
        }

        private static @Nullable OpenMatch readMatch(StateIn in) {
            return in.readBoolean()
                    ? new OpenMatch(in.readString(), in.readString(), in.readDouble(), in.readLong(), in.readString())
                    : null;
        }

        private void writeEvents(List<MatchEvent> events) {
            out.writeLong(events.size());
            for (MatchEvent event : events) {
                out.writeString(event.pool());
                out.writeLong(event.at());
                MatchEventFormat.writeChange(event.change(), out);
            }
        }

        private static List<MatchEvent> readEvents(String resource, StateIn in) {
            int count = in.readInt();
            List<MatchEvent> events = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                String pool = in.readString();
                events.add(new MatchEvent(resource, pool, in.readLong(), MatchEventFormat.readChange(in)));
            }
            return events;
        }
    }
}
