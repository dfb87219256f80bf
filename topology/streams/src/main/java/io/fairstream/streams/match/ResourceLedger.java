package io.fairstream.streams.match;

import io.fairstream.rules.EventHistory;
import io.fairstream.rules.Pages;
import io.fairstream.rules.match.MatchEvent;
import io.fairstream.rules.match.MatchLedger;
import io.fairstream.rules.match.OpenMatch;
import io.fairstream.streams.runtime.StateBytes.StateIn;
import io.fairstream.streams.runtime.StateBytes.StateOut;
import io.fairstream.streams.runtime.StateCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Ledger of a resource and its last published open match. Mutable; one owner. */
final class ResourceLedger {
    private final MatchLedger ledger;
    private @Nullable OpenMatch published;

    /** Restores a stored ledger, whose open match had been published. */
    public ResourceLedger(MatchLedger ledger) {
        this.ledger = ledger;
        this.published = ledger.held();
    }

    public MatchLedger ledger() {
        return ledger;
    }

    /** Returns true if the row of the resource must be written; afterwards the row counts as written. */
    public boolean takeUnpublished() {
        boolean isStale = !Objects.equals(published, ledger.held());
        published = ledger.held();
        return isStale;
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
            MatchLedger ledger = state.ledger();
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
