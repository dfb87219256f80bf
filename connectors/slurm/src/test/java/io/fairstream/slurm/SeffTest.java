package io.fairstream.slurm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.reading.Problem;
import io.fairstream.schemas.JobEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Columns of sacct about the use of a job, compared with the output of {@code seff}, such as "CPU Efficiency: 50.00% of 02:00:00
 * core-walltime", "Memory Utilized: 2.00 GB", "Memory Efficiency: 50.00% of 4.00 GB". Worked out by hand after its source,
 * {@code contribs/seff/seff} in Slurm: CPU time of all steps / (elapsed x AllocCPUS), and the largest step's sum of its tasks' peaks /
 * memory allocated. The dumps are synthetic.
 */
class SeffTest {
    private static final String DAY = "2026-03-02T";

    private final List<String> problems = new ArrayList<>();

    /** Job 7 with 2 CPUs and 4 GiB from 08:00 to 09:00: its TotalCPU, and of each step MaxRSS and, behind x, NTasks. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        01:00:00     ; 2G                   ; 50.00 50.00 ; 2097152 ; one step
        01:59:59.500 ; 2097152K             ; 99.99 50.00 ; 2097152 ; a unit below
        30:00.250    ; 512M 2.5G 1024K      ; 25.00 62.50 ; 2621440 ; the step with most, the batch step first
        45:00        ; 1000M x 4            ; 37.50 97.66 ; 4096000 ; each of its tasks as much as the largest
        45:00        ; 3000M 1000M x 4      ; 37.50 97.66 ; 4096000 ; together more than the largest task of all
        1-02:00:00   ; 4G                   ; 1300.00 100.00 ; 4194304 ; threads beyond its allocation
        00:00.900    ; 1073741824           ; 0.01 25.00  ; 1048576 ; without a unit it is bytes
        00:00:00     ; 400K                 ; 0.00 0.01   ; 400     ; it slept
        01:00:00     ;                      ; 50.00 -     ; -       ; memory was not measured
        01:00:00     ; 0                    ; 50.00 0.00  ; 0       ; no sample before its end
        00:00:00     ;                      ; - -         ; -       ; sacct -X leaves the steps out, or nothing is gathered
                     ; 2G                   ; - 50.00     ; 2097152 ; a dump without TotalCPU
        INVALID      ; 16777216P            ; - -         ; -       ; garbage is not told, and the job is charged
        """)
    void useIsAsSeffHasIt(String totalCpu, String steps, String expected, String kibibytes, String why)
            throws IOException {
        StringBuilder dump =
                new StringBuilder("JobIDRaw|User|State|AllocCPUS|Start|End|AllocTRES|TotalCPU|MaxRSS|NTasks\n");
        String run = "|2|" + DAY + "08:00:00|" + DAY + "09:00:00|";
        dump.append("7|alice|COMPLETED" + run + "cpu=2,mem=4G,node=1|" + text(totalCpu) + "||\n");
        int step = 0;
        for (String each : text(steps).split(" (?=\\d+[.\\d]*[KMGP])", -1)) {
            String[] peak = each.split(" x ", -1);
            dump.append("7." + step++ + "||COMPLETED" + run + "|00:01:00|" + peak[0] + "|"
                    + (peak.length > 1 ? peak[1] : "") + "\n");
        }
        JobEvent end = end(dump.toString(), 1).get(0);
        Long memory = end.getMemoryHighwaterKiB();
        assertEquals(expected, percent(end.getCpuMillis(), 2 * 3600e3) + " " + percent(memory, 4096 * 1024.0), why);
        assertEquals(kibibytes, String.valueOf(memory).replace("null", "-"), why);
    }

    /** Columns of each row of job 7, with NTasks and TRESUsageInTot. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        7.0|2G|3|cpu=00:50:00,energy=0,mem=5000M,vmem=9G ; 5120000 ; the peaks of the tasks are said
        7.0|2G|3|cpu=00:50:00                            ; 6291456 ; they are not
        7_1.0|2G||                                       ; -       ; of another numbering
        8.0|2G||                                         ; -       ; of another job
        7.0|lots||                                       ; -       ; no amount
        7.0|4Gn||                                        ; -       ; MaxRSS is of no node
        """)
    void aStepSaysItsMemory(String step, String kibibytes, String why) throws IOException {
        String[] cells = step.split("\\|", -1);
        String run = "|COMPLETED|2|" + DAY + "08:00:00|" + DAY + "09:00:00|";
        JobEvent end = end(
                        "JobIDRaw|User|State|AllocCPUS|Start|End|TotalCPU|MaxRSS|NTasks|TRESUsageInTot\n7|alice" + run
                                + "01:00:00|||\n" + cells[0] + "|" + run + "01:00:00|" + cells[1] + "|" + cells[2] + "|"
                                + cells[3] + "\n",
                        1)
                .get(0);
        assertEquals(kibibytes, String.valueOf(end.getMemoryHighwaterKiB()).replace("null", "-"), why);
    }

    /** Rows of job 7 or its steps as number, state, begin and end in minutes after 8:00, TotalCPU and MaxRSS. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
        7 NODE_FAIL 00 10 05:00 -, 7.0 FAILED 01 10 05:00 3M, 7 COMPLETED 20 30 08:00 -, 7.0 COMPLETED 21 30 08:00 2M ; 10 300000 3072, 30 480000 2048 ; each run has its own
        7 COMPLETED 20 30 08:00 -, 7.0 COMPLETED 21 30 08:00 2M, 7 NODE_FAIL 00 10 05:00 -, 7.0 FAILED 01 10 05:00 3M ; 10 300000 3072, 30 480000 2048 ; in any order of rows
        7.0 COMPLETED 01 10 05:00 3M, 7 COMPLETED 00 10 05:00 -       ; 10 300000 3072 ; the step first
        7 RESIZING 00 10 05:00 -, 7.0 COMPLETED 00 09 05:00 3M, 7 COMPLETED 10 30 08:00 -, 7.1 COMPLETED 10 30 08:00 2M ; 30 780000 3072 ; a change of size ends no run
        7 RUNNING 00 ? 05:00 -, 7.0 RUNNING 01 ? 05:00 3M             ;                ; nothing while it runs
        """)
    void eachRunHasItsSteps(String rows, String expected, String why) throws IOException {
        StringBuilder dump = new StringBuilder("JobIDRaw|User|State|AllocCPUS|Start|End|TotalCPU|MaxRSS|Submit\n");
        for (String row : rows.split(", ", -1)) {
            String[] cells = row.replace("-", "").split(" ", -1);
            dump.append(
                    cells[0] + "|" + (cells[0].contains(".") ? "" : "alice") + "|" + cells[1] + "|2|" + time(cells[2])
                            + "|" + time(cells[3]) + "|" + cells[4] + "|" + cells[5] + "|" + time(cells[2]) + "\n");
        }
        String told = end(dump.toString(), -1).stream()
                .map(end -> end.getAt().toString().substring(14, 16) + " " + end.getCpuMillis() + " "
                        + end.getMemoryHighwaterKiB())
                .collect(Collectors.joining(", "));
        assertEquals(text(expected), told, why);
    }

    private static String time(String minutes) {
        return minutes.equals("?") ? "Unknown" : DAY + "08:" + minutes + ":00";
    }

    private static String text(@Nullable String cell) {
        return cell == null ? "" : cell;
    }

    private static String percent(@Nullable Long used, double all) {
        return used == null ? "-" : String.format(Locale.ROOT, "%.2f", 100 * used / all);
    }

    /** The events that end runs, or so many. */
    private List<JobEvent> end(String dump, int expected) throws IOException {
        List<JobEvent> ends = SacctDump.read(
                        "dump",
                        new BufferedReader(new StringReader(dump)),
                        new SacctDump.Options("tux", ZoneOffset.UTC),
                        (Problem problem) -> problems.add(problem.toString()))
                .events()
                .stream()
                .filter(event -> event.getOutcome() != null)
                .toList();
        assertEquals(List.of(), problems);
        assertEquals(expected < 0 ? ends.size() : expected, ends.size());
        return ends;
    }
}
