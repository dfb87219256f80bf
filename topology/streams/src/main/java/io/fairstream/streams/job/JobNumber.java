package io.fairstream.streams.job;

import io.fairstream.rules.Pages;
import io.fairstream.rules.job.JobEvent;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobLedger;
import io.fairstream.rules.job.JobPage;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.rules.job.JobState;
import io.fairstream.rules.job.RunUse;
import io.fairstream.streams.job.JobFormats.JobFactsFormat;
import io.fairstream.streams.state.HeldParts;
import io.fairstream.streams.state.StateBytes.StateIn;
import io.fairstream.streams.state.StateBytes.StateOut;
import io.fairstream.streams.state.StateCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ledger of a job number, and the row last published of it. Mutable; one owner. */
final class JobNumber {
    private final JobLedger ledger;
    private @Nullable JobSnapshot published;
    private @Nullable Long purgedEnd;

    /**
     * A ledger as it was kept: the newest job was published then, unless it was purged.
     *
     * @param purgedEnd when the job ended whose row was purged last, milliseconds since 1970, or null
     */
    public JobNumber(JobLedger ledger, @Nullable Long purgedEnd) {
        this.ledger = ledger;
        this.purgedEnd = purgedEnd;
        this.published = row();
    }

    public JobLedger ledger() {
        return ledger;
    }

    /** End of the job whose row was purged last, milliseconds since 1970, or null. */
    public @Nullable Long purgedEnd() {
        return purgedEnd;
    }

    /** True if the newest job's row was removed from the table for good; a job that ends later is another job, or another run. */
    public boolean isPurged() {
        JobSnapshot newest = ledger.newest();
        return purgedEnd != null && newest != null && newest.isComplete() && newest.since() <= purgedEnd;
    }

    /** The row that stands in the table, or null. */
    public @Nullable JobSnapshot published() {
        return published;
    }

    /** The row that must stand in the table: that of the newest job, if it was not purged. */
    public @Nullable JobSnapshot row() {
        return isPurged() ? null : ledger.newest();
    }

    /** True if the table is behind. */
    public boolean isStale() {
        return !Objects.equals(published, row());
    }

    /** The row was written. */
    public void publish() {
        published = row();
    }

    /** The row shall go if its job is finished. */
    public void purge() {
        JobSnapshot newest = ledger.newest();
        if (newest != null && newest.isComplete()) {
            purgedEnd = newest.since();
        }
    }

    /**
     * Keeps job ledgers. Not safe for several threads.
     */
    public static final class JobNumberCodec implements StateCodec<JobNumber, JobPage> {
        private static final int VERSION = 1;

        private final StateOut out = new StateOut();

        @Override
        public JobNumber create() {
            return new JobNumber(new JobLedger(), null);
        }

        @Override
        public byte[] write(JobNumber state) {
            JobLedger ledger = state.ledger();
            begin();
            writeStanding(ledger.base());
            writeEvents(ledger.events());
            out.writeLong(ledger.pages().first());
            out.writeLong(ledger.pages().next());
            out.writeNullable(state.purgedEnd());
            return out.toByteArray();
        }

        @Override
        public JobNumber read(String number, byte[] bytes) {
            StateIn in = open(bytes);
            JobSnapshot base = readStanding(in);
            List<JobEvent> events = readEvents(number, in);
            Pages pages = new Pages(in.readInt(), in.readInt());
            return new JobNumber(new JobLedger(base, events, pages), in.readNullableLong());
        }

        @Override
        public byte[] writePage(JobPage page) {
            begin();
            writeStanding(page.base());
            writeEvents(page.events());
            return out.toByteArray();
        }

        @Override
        public JobPage readPage(String number, byte[] bytes) {
            StateIn in = open(bytes);
            return new JobPage(readStanding(in), readEvents(number, in));
        }

        private void begin() {
            out.begin(VERSION);
        }

        private static StateIn open(byte[] bytes) {
            StateIn in = new StateIn(bytes);
            if (in.version() != VERSION) {
                throw StateCodec.unknown("job ledger", in.version());
            }
            return in;
        }

        private void writeStanding(@Nullable JobSnapshot standing) {
            out.writeBoolean(standing != null);
            if (standing != null) {
                out.writeNullable(standing.submitted());
                out.writeNullable(standing.resubmitted());
                out.writeString(standing.run());
                out.writeLong(standing.runs());
                JobFactsFormat.writeState(standing.state(), out);
                out.writeLong(standing.since());
                out.writeLong(standing.firstSeen());
                out.writeLong(standing.at());
                out.writeNullable(standing.start());
                writeUse(standing.use());
                JobFactsFormat.writeFacts(standing.facts(), out);
                JobFactsFormat.writeReported(standing.earlier(), out);
            }
        }

        private static @Nullable JobSnapshot readStanding(StateIn in) {
            if (!in.readBoolean()) {
                return null;
            }
            Long submitted = in.readNullableLong();
            Long resubmitted = in.readNullableLong();
            String run = in.readString();
            int runs = in.readInt();
            JobState state = JobFactsFormat.readState(in);
            long since = in.readLong();
            long firstSeen = in.readLong();
            long at = in.readLong();
            Long start = in.readNullableLong();
            RunUse use = readUse(in);
            JobFacts facts = JobFactsFormat.readFacts(in);
            return new JobSnapshot(
                    submitted,
                    resubmitted,
                    run,
                    runs,
                    state,
                    since,
                    firstSeen,
                    at,
                    start,
                    use,
                    facts,
                    JobFactsFormat.readReported(in));
        }

        private void writeUse(RunUse use) {
            out.writeLong(use.since());
            out.writeLong(use.past().size());
            for (RunUse.Part part : use.past()) {
                out.writeLong(part.since() - use.since());
                out.writeLong(part.millis());
                HeldParts.write(part.held(), out);
            }
        }

        private static RunUse readUse(StateIn in) {
            long since = in.readLong();
            int count = in.readInt();
            List<RunUse.Part> past = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                long begin = since + in.readLong();
                long millis = in.readLong();
                past.add(new RunUse.Part(HeldParts.read(in), begin, millis));
            }
            return new RunUse(past, since);
        }

        /** Writes events; facts that an event repeats from the one before are written once. */
        private void writeEvents(List<JobEvent> events) {
            out.writeLong(events.size());
            long at = 0;
            JobFacts said = JobFacts.NONE;
            for (JobEvent event : events) {
                out.writeLong(event.at() - at);
                out.writeNullable(event.submitted());
                out.writeString(event.run());
                JobFactsFormat.writeState(event.state(), out);
                boolean isOther = !event.said().equals(said);
                out.writeBoolean(isOther);
                if (isOther) {
                    JobFactsFormat.writeFacts(event.said(), out);
                }
                at = event.at();
                said = event.said();
            }
        }

        private static List<JobEvent> readEvents(String number, StateIn in) {
            int slash = number.indexOf('/');
            String cluster = number.substring(0, slash);
            long jobId = Long.parseLong(number.substring(slash + 1));
            int count = in.readInt();
            List<JobEvent> events = new ArrayList<>(count);
            long at = 0;
            JobFacts said = JobFacts.NONE;
            for (int i = 0; i < count; i++) {
                at += in.readLong();
                Long submitted = in.readNullableLong();
                String run = in.readString();
                JobState state = JobFactsFormat.readState(in);
                said = in.readBoolean() ? JobFactsFormat.readFacts(in) : said;
                events.add(new JobEvent(cluster, jobId, submitted, run, at, state, said));
            }
            return events;
        }
    }
}
