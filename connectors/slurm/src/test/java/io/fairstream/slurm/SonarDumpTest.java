package io.fairstream.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows are synthetic. */
class SonarDumpTest {
    private static final String RUN = "v=0.12.0,JobID=17_3,JobIDRaw=18,User=alice,Account=astro,State=COMPLETED,"
            + "Start=2026-03-02T09:00:00+01:00,End=2026-03-02T10:00:00+01:00,ElapsedRaw=3540,ReqCPUS=2,ReqMem=4G,"
            + "ReqNodes=1,Submit=2026-03-02T08:00:00+01:00,Suspended=00:01:00,TimelimitRaw=90,NodeList=n1,"
            + "Partition=batch,\"AllocTRES=billing=2,cpu=2,gres/gpu=1,mem=4G,node=1\",Priority=4711,"
            + "UserCPU=01:00:00,SystemCPU=00:30.500,\"JobName=say \"\"hi\"\", twice\"";

    private final List<String> problems = new ArrayList<>();

    @Test
    void readsARowWithQuotedFields() throws IOException {
        String step =
                "v=0.12.0,JobID=17_3.0,JobIDRaw=18.0,State=COMPLETED,Start=2026-03-02T09:00:00+01:00,MaxRSS=2048K";
        Recorded<JobEvent> jobs = read(RUN + "\n" + step + "\n");
        assertEquals(List.of(), problems);
        assertEquals(
                List.of("18 RUNNING 08:00", "18 SUSPENDED 08:59", "18 COMPLETE 09:00 COMPLETED null"),
                EventTexts.brief(jobs));
        JobEvent end = jobs.events().get(2);
        assertEquals("say \"hi\", twice", end.getName());
        assertEquals("root/astro", end.getBank());
        assertEquals(2, end.getProcessors());
        assertEquals(1, end.getGpus());
        assertEquals(4096, end.getMemoryMiB());
        assertEquals(90, end.getTimeLimitMinutes());
        assertEquals("other", end.getCluster());
        assertEquals(3_630_500, end.getCpuMillis());
        assertEquals(2048, end.getMemoryHighwaterKiB());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        v=0.12.0,JobID=18.batch,JobIDRaw=18.batch,State=COMPLETED,JobName=batch       | STEP
        v=0.12.0,JobID=19,JobIDRaw=19,User=bob,State=CANCELLED,End=2026-03-02T10:00:00+01:00 | NEVER_RAN
        v=0.12.0,error=sacct timed out,timestamp=2026-03-02T10:00:00+01:00            | FAILED_QUERY
        v=0.12.0,JobID=19,JobIDRaw=19,State=FAILED                                    | NO_USER
        """)
    void aRowIsOneOfThese(String row, Outcome outcome) throws IOException {
        assertEquals(Map.of(outcome, 1L), read(row + "\n").outcomes().counts());
        assertEquals(List.of(), problems);
    }

    @Test
    void tellsWhatItCannotReadAndGoesOn() throws IOException {
        Recorded<JobEvent> jobs = read("JobID,State\n" + RUN.substring(0, RUN.length() - 1) + "\n" + RUN + "\n");
        assertEquals(
                "sonar:1: field: \"JobID\" (expected: name=value, as in v=0.12.0,JobID=17,User=alice)",
                problems.get(0));
        assertEquals("sonar:2: line: \"v=0.12.0", problems.get(1).substring(0, 24));
        assertEquals(
                Map.of(Outcome.MALFORMED, 2L, Outcome.END, 1L), jobs.outcomes().counts());
    }

    private Recorded<JobEvent> read(String csv) throws IOException {
        return SacctDump.readSonar(
                "sonar",
                new BufferedReader(new StringReader(csv)),
                new SacctDump.Options("other", ZoneOffset.UTC),
                problem -> problems.add(problem.toString()));
    }
}
