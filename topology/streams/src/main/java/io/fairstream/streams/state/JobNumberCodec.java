package io.fairstream.streams.state;

import io.fairstream.rules.Pages;
import io.fairstream.rules.ledger.job.Billed;
import io.fairstream.rules.ledger.job.JobDetails;
import io.fairstream.rules.ledger.job.JobEvent;
import io.fairstream.rules.ledger.job.JobFacts;
import io.fairstream.rules.ledger.job.JobLedger;
import io.fairstream.rules.ledger.job.JobPage;
import io.fairstream.rules.ledger.job.JobSnapshot;
import io.fairstream.rules.ledger.job.JobState;
import io.fairstream.rules.ledger.job.RunUse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps job ledgers. Not safe for several threads. */
public final class JobNumberCodec implements StateCodec<JobNumber, JobPage> {
    private static final int VERSION = 4;

    private final StateOut out = new StateOut();

    @Override
    public JobNumber create() {
        return new JobNumber(new JobLedger(), null);
    }

    @Override
    public byte[] write(JobNumber state) {
        JobLedger ledger = state.ledger();
        out.begin(VERSION);
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
        out.begin(VERSION);
        writeStanding(page.base());
        writeEvents(page.events());
        return out.toByteArray();
    }

    @Override
    public JobPage readPage(String number, byte[] bytes) {
        StateIn in = open(bytes);
        return new JobPage(readStanding(in), readEvents(number, in));
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
            out.writeString(standing.state().name());
            out.writeLong(standing.since());
            out.writeLong(standing.firstSeen());
            out.writeLong(standing.at());
            out.writeNullable(standing.start());
            writeUse(standing.use());
            writeFacts(standing.facts());
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
        JobState state = readState(in);
        long since = in.readLong();
        long firstSeen = in.readLong();
        long at = in.readLong();
        Long start = in.readNullableLong();
        RunUse use = readUse(in);
        return new JobSnapshot(
                submitted, resubmitted, run, runs, state, since, firstSeen, at, start, use, readFacts(in));
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

    private static JobState readState(StateIn in) {
        return JobState.valueOf(in.readString());
    }

    private void writeEvents(List<JobEvent> events) {
        out.writeLong(events.size());
        long before = 0;
        for (JobEvent event : events) {
            out.writeLong(event.at() - before);
            out.writeNullable(event.submitted());
            out.writeString(event.run());
            out.writeString(event.state().name());
            writeFacts(event.said());
            before = event.at();
        }
    }

    private static List<JobEvent> readEvents(String number, StateIn in) {
        int slash = number.indexOf('/');
        String cluster = number.substring(0, slash);
        long jobId = Long.parseLong(number.substring(slash + 1));
        int count = in.readInt();
        List<JobEvent> events = new ArrayList<>(count);
        long at = 0;
        for (int i = 0; i < count; i++) {
            at += in.readLong();
            events.add(new JobEvent(
                    cluster, jobId, in.readNullableLong(), in.readString(), at, readState(in), readFacts(in)));
        }
        return events;
    }

    private void writeFacts(JobFacts facts) {
        out.writeNullable(facts.outcome());
        out.writeString(facts.user());
        out.writeNullable(facts.userId());
        out.writeLong(facts.groups().size());
        facts.groups().forEach(out::writeString);
        out.writeString(facts.bank());
        out.writeString(facts.partition());
        out.writeString(facts.name());
        out.writeNullable(facts.processors());
        out.writeNullable(facts.nodes());
        out.writeString(facts.nodeList());
        out.writeNullable(facts.gpus());
        out.writeNullable(facts.memoryMiB());
        out.writeNullable(facts.priority());
        out.writeNullable(facts.timeLimitMinutes());
        out.writeNullable(facts.expectedStart());
        out.writeNullable(facts.expectedEnd());
        out.writeNullable(facts.interconnectKey());
        out.writeNullable(facts.exitCode());
        out.writeNullable(facts.signal());
        writeDetails(facts.details());
        out.writeNullable(facts.urgency());
        writeBilled(facts.billed());
    }

    private static JobFacts readFacts(StateIn in) {
        return new JobFacts(
                in.readNullableString(),
                in.readString(),
                in.readNullableLong(),
                readStrings(in),
                in.readString(),
                in.readString(),
                in.readString(),
                in.readNullableInt(),
                in.readNullableInt(),
                in.readString(),
                in.readNullableInt(),
                in.readNullableLong(),
                in.readNullableDouble(),
                in.readNullableLong(),
                in.readNullableLong(),
                in.readNullableLong(),
                in.readNullableString(),
                in.readNullableInt(),
                in.readNullableInt(),
                readDetails(in),
                in.readNullableInt(),
                readBilled(in));
    }

    private void writeBilled(Billed billed) {
        out.writeString(billed.tres());
        out.writeString(billed.qos());
        out.writeString(billed.wckey());
        out.writeString(billed.reservation());
        out.writeNullable(billed.energyMillijoules());
    }

    private static Billed readBilled(StateIn in) {
        return new Billed(in.readString(), in.readString(), in.readString(), in.readString(), in.readNullableLong());
    }

    private static List<String> readStrings(StateIn in) {
        List<String> strings = new ArrayList<>(2);
        for (int left = in.readInt(); left > 0; left--) {
            strings.add(in.readString());
        }
        return strings;
    }

    private void writeDetails(@Nullable JobDetails details) {
        out.writeBoolean(details != null);
        if (details != null) {
            out.writeString(details.nodeList());
            out.writeNullable(details.processors());
            out.writeNullable(details.nodes());
            out.writeString(details.features());
            out.writeBoolean(details.share());
            out.writeBoolean(details.contiguous());
            out.writeNullable(details.minProcessorsPerNode());
            out.writeNullable(details.minMemoryMiB());
            out.writeNullable(details.minTmpDiskMiB());
            out.writeString(details.distribution());
            out.writeString(details.script());
            out.writeLong(details.processorsPerTask());
            out.writeBoolean(details.immediate());
        }
    }

    private static @Nullable JobDetails readDetails(StateIn in) {
        return in.readBoolean()
                ? new JobDetails(
                        in.readString(),
                        in.readNullableInt(),
                        in.readNullableInt(),
                        in.readString(),
                        in.readBoolean(),
                        in.readBoolean(),
                        in.readNullableInt(),
                        in.readNullableLong(),
                        in.readNullableLong(),
                        in.readString(),
                        in.readString(),
                        in.readInt(),
                        in.readBoolean())
                : null;
    }
}
