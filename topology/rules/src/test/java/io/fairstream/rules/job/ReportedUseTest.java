package io.fairstream.rules.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.job.JobFacts.ReportedUse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scheduler's measurements of a job's runs, in the job table. */
class ReportedUseTest {
    @ParameterizedTest(name = "{3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "10 RUNNING x4 alice; 20 COMPLETE                      |      |     | nothing is said",
                "10 RUNNING x4 alice; 20 COMPLETE cpu=700 peak=90      | 700  | 90  | said at the end",
                "10 RUNNING x4 alice; 20 COMPLETE cpu=0                | 0    |     | it slept",
                "20 COMPLETE cpu=700 peak=90                           | 700  | 90  | only the end is known",
                "10 RUNNING x4 alice; 20 COMPLETE cpu=700 peak=90; 20 COMPLETE FAILED       | 700 | 90 | the same end said twice",
                "10 RUNNING x4 alice; 20 COMPLETE cpu=700 peak=90; 20 COMPLETE cpu=600 peak=80 | 600 | 80 | the same end said better",
                "10 RUNNING x4 #r1; 20 PENDING cpu=300 peak=90; 30 RUNNING #r2; 40 COMPLETE cpu=500 peak=80 | 800 | 90 | runs add up, of peaks the highest",
                "10 RUNNING x4 #r1; 20 PENDING cpu=300; 30 RUNNING #r2                      | 300 |    | the second run has not ended",
                "10 RUNNING x4 #r1; 20 PENDING; 30 RUNNING #r2; 40 COMPLETE cpu=500         | 500 |    | one run of two was measured",
            })
    void isThatOfAllRunsThatEnded(String events, Long cpuMillis, Long peak, String reason) {
        List<JobEvent> all = JobText.events(events);
        assertEquals(new ReportedUse(null, cpuMillis, peak), reported(all), reason);
        List<JobEvent> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        boolean hasOneAtATime = all.stream().mapToLong(JobEvent::at).distinct().count() == all.size();
        if (hasOneAtATime) {
            assertEquals(reported(all), reported(reversed), reason + ", in the opposite order");
        }
    }

    @Test
    void sumsStopAtTheLargestNumberThereIs() {
        ReportedUse most = new ReportedUse(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
        assertEquals(most, most.plus(new ReportedUse(1L, 1L, 1L)));
    }

    private static ReportedUse reported(List<JobEvent> events) {
        JobLedger ledger = new JobLedger();
        events.forEach(event -> ledger.apply(event, JobPipeline.CAUSE));
        return Objects.requireNonNull(ledger.newest()).reported();
    }
}
