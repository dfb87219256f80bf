package io.fairstream.streams.usage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts;
import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.job.JobEvent.JobState;
import io.fairstream.rules.job.JobFacts;
import io.fairstream.rules.job.JobFacts.Billed;
import io.fairstream.rules.job.JobFacts.JobDetails;
import io.fairstream.rules.job.JobFacts.ReportedUse;
import io.fairstream.rules.job.JobSnapshot;
import io.fairstream.rules.job.JobSnapshot.RunUse;
import io.fairstream.rules.journal.Entry.UsageEntry;
import io.fairstream.rules.usage.JobAccount;
import io.fairstream.rules.usage.JobAccount.Allocated;
import io.fairstream.rules.usage.JobAccount.JobRow;
import io.fairstream.rules.usage.JobAccount.JobSums;
import io.fairstream.rules.usage.JobAccount.Used;
import io.fairstream.rules.usage.UserAccount;
import io.fairstream.rules.usage.UserAccount.UserId;
import io.fairstream.rules.usage.UserRow;
import io.fairstream.schemas.PlainJson;
import io.fairstream.streams.SomeAmounts;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.job.JobStage;
import io.fairstream.streams.job.JobStage.NumberedJob;
import io.fairstream.streams.usage.UsageStages.UsageFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Rows of jobs and users that are written by hand, as a reader of the topic sees them. */
class UsageWritersTest {
    private static final long EIGHT = 1_772_438_400_000L;
    private static final JobDetails DETAILS =
            new JobDetails("n[1-2]", 8, 2, "gpu", true, false, 4, 1000L, null, "block", "/home/a/x.sh", 2, true);
    private static final JobFacts FACTS = new JobFacts(
            null,
            "alice",
            1001L,
            List.of("physics", "users"),
            "root/physics",
            "batch",
            "lattice",
            64,
            2,
            "n[7-8]",
            4,
            131072L,
            1000.5,
            720L,
            null,
            null,
            "k1",
            null,
            null,
            DETAILS,
            31,
            Billed.EMPTY,
            ReportedUse.EMPTY);

    @Test
    void aRowOfTheJobTable() {
        JobSnapshot snapshot = new JobSnapshot(
                EIGHT - 1000,
                EIGHT,
                "r1",
                2,
                JobState.RUNNING,
                EIGHT,
                EIGHT - 1000,
                EIGHT,
                EIGHT,
                RunUse.EMPTY,
                FACTS,
                new ReportedUse(70L, 80L, 90L));
        assertEquals(
                "{\"cluster\":\"tux\",\"jobId\":7,\"submitted\":\"2026-03-02T07:59:59Z\",\"run\":\"r1\",\"runs\":2,\"state\":\"RUNNING\","
                        + "\"since\":\"2026-03-02T08:00:00Z\",\"user\":\"alice\",\"userId\":1001,\"groups\":[\"physics\",\"users\"],"
                        + "\"bank\":\"root/physics\",\"partition\":\"batch\",\"name\":\"lattice\",\"processors\":64,\"nodes\":2,"
                        + "\"nodeList\":\"n[7-8]\",\"gpus\":4,\"memoryMiB\":131072,\"priority\":1000.5,\"timeLimitMinutes\":720,"
                        + "\"startTime\":\"2026-03-02T08:00:00Z\",\"endTime\":\"2026-03-02T20:00:00Z\",\"interconnectKey\":\"k1\","
                        + "\"details\":{\"nodeList\":\"n[1-2]\",\"processors\":8,\"nodes\":2,\"features\":\"gpu\",\"share\":true,"
                        + "\"contiguous\":false,\"minProcessorsPerNode\":4,\"minMemoryMiB\":1000,\"distribution\":\"block\","
                        + "\"script\":\"/home/a/x.sh\",\"processorsPerTask\":2,\"immediate\":true},\"urgency\":31,\"tres\":\"\",\"qos\":\"\",\"wckey\":\"\",\"reservation\":\"\","
                        + "\"cpuMillis\":80,\"memoryHighwaterKiB\":90}",
                AvroRecords.json(JobStage.JOBS.format(), new NumberedJob("tux", 7, snapshot)));
    }

    @Test
    void aRowOfAJobsAccountHoldsWhenItsSessionsWereLastSeen() {
        JobSums book = new JobSums(
                EIGHT,
                new Allocated(5, 7, 4, 0, Tres.EMPTY, Tres.EMPTY, EIGHT),
                new UsageEntry.Statement(
                        EIGHT,
                        EIGHT - 1000,
                        0,
                        0,
                        Tres.EMPTY,
                        "alice",
                        1001L,
                        "root/physics",
                        "batch",
                        5L,
                        1,
                        false,
                        false));
        Used used = new Used(EIGHT - 500, EIGHT + 500, SomeAmounts.of(1, 2, 3, 4, 5));
        JobRow row = JobRow.of("tux", 7, true, book, used, JobAccount.SessionUser.NOBODY);
        assertEquals(
                "{\"cluster\":\"tux\",\"jobId\":7,\"submitted\":\"2026-03-02T08:00:00Z\",\"user\":\"alice\",\"userId\":1001,"
                        + "\"bank\":\"root/physics\",\"partition\":\"batch\",\"memoryMiB\":5,\"cpuTimeAllocatedMicros\":2000005,"
                        + "\"cpuTimeReservedMicros\":7,\"cpuTimeUsedMicros\":1,\"realMemoryKiBSeconds\":2,\"virtualMemoryKiBSeconds\":3,"
                        + "\"realMemoryHighwaterKiB\":4,\"virtualMemoryHighwaterKiB\":5,"
                        + "\"gpuTimeUsedMicros\":0,\"gpuMemoryKiBSeconds\":0,\"gpuMemoryHighwaterKiB\":0,\"energyMillijoules\":0,"
                        + "\"processorsAllocated\":4,"
                        + "\"processorsReserved\":0,\"tresHeldMillis\":{},\"tresHeld\":{},\"asOf\":\"2026-03-02T08:00:00.500Z\",\"firstSeen\":\"2026-03-02T07:59:59Z\","
                        + "\"lastSeen\":\"2026-03-02T08:00:00.500Z\",\"runs\":1,\"final\":false}",
                AvroRecords.json(new UsageFormat.OfJobs(), row));
    }

    @Test
    void aRowOfAUsersAccount() {
        UserAccount account = new UserAccount(
                new Allocated(1, 2, 3, 4, Tres.EMPTY, Tres.EMPTY, EIGHT),
                new Used(EIGHT - 1000, EIGHT, SomeAmounts.of(5, 6, 7, 8, 9)),
                new UserAccount.Decayed(
                        1.5,
                        2.5,
                        Amounts.Quantity.SUMS.stream()
                                .map(quantity -> 3.5 + quantity.position())
                                .toList()),
                new UserId(1001L, false),
                EIGHT - 2000);
        assertEquals(
                "{\"user\":\"alice\",\"userId\":1001,\"cpuTimeAllocatedMicros\":1,\"cpuTimeReservedMicros\":2,"
                        + "\"cpuTimeUsedMicros\":5,\"realMemoryKiBSeconds\":6,\"virtualMemoryKiBSeconds\":7,\"realMemoryHighwaterKiB\":8,"
                        + "\"virtualMemoryHighwaterKiB\":9,"
                        + "\"gpuTimeUsedMicros\":0,\"gpuMemoryKiBSeconds\":0,\"gpuMemoryHighwaterKiB\":0,\"energyMillijoules\":0,"
                        + "\"processorsAllocated\":3,\"processorsReserved\":4,\"tresHeldMillis\":{},\"tresHeld\":{},"
                        + "\"asOf\":\"2026-03-02T08:00:00Z\",\"decayedCpuAllocatedSeconds\":1.5,\"decayedCpuReservedSeconds\":2.5,"
                        + "\"decayedCpuUsedSeconds\":3.5,\"decayedRealMemoryKiBSeconds\":4.5,\"decayedVirtualMemoryKiBSeconds\":5.5,\"decayedGpuUsedSeconds\":8.5,\"decayedGpuMemoryKiBSeconds\":9.5,\"decayedEnergyJoules\":11.5,"
                        + "\"halfLifeSeconds\":60.0,\"firstSeen\":\"2026-03-02T07:59:58Z\",\"lastSeen\":\"2026-03-02T08:00:00Z\"}",
                AvroRecords.json(UsageFormat.USER, UserRow.of("alice", account, new HalfLife(60))));
    }

    @Test
    void aJobEventAsItWasRead() {
        String json =
                "{\"cluster\":\"tux\",\"jobId\":7,\"run\":\"\",\"at\":\"2026-03-02T08:00:00Z\",\"state\":\"PENDING\",\"user\":\"alice\","
                        + "\"userId\":0,\"groups\":[\"users\"],\"bank\":\"\",\"partition\":\"\",\"name\":\"\",\"processors\":1,\"nodeList\":\"\",\"tres\":\"\",\"qos\":\"\",\"wckey\":\"\",\"reservation\":\"\"}";
        io.fairstream.schemas.JobEvent record = PlainJson.read(io.fairstream.schemas.JobEvent.class, json);
        assertEquals(
                json,
                AvroRecords.json(
                        JobStage.JOB_EVENT, Objects.requireNonNull(AvroRecords.value(JobStage.JOB_EVENT, record))));
    }
}
