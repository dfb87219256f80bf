package io.fairstream.rules.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.job.JobLedger.JobEnd;
import io.fairstream.rules.journal.Charge;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Charges of a job by second 100: processor-seconds allocated + reserved of each job of the number, then of each user. The words are those
 * of {@link JobText#event}.
 */
class JobRulesTest {
    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "10 RUNNING x4 alice; 20 COMPLETE | 40+0 runs 1 final; alice 40 | processors x time RUNNING",
                "5 PENDING x4 alice; 10 RUNNING; 20 COMPLETE | 40+0 runs 1 final; alice 40 | what an event leaves out stays as it was",
                "10 RUNNING x4 alice | 360+0 runs 1; alice 360 | a running job is charged up to now",
                "10 RUNNING x4 alice; 20 SUSPENDED; 50 RUNNING; 60 COMPLETE | 80+0 runs 1 final; alice 80 | suspended time is not charged",
                "10 RUNNING x4 alice; 20 SUSPENDED; 20 COMPLETE | 40+0 runs 1 final; alice 40 | nor is a job killed while suspended",
                "10 STAGE_IN x4 alice; 20 RUNNING; 30 STAGE_OUT; 50 COMPLETE | 40+120 runs 1 final; alice 160 | staging reserves",
                "10 RESERVED x4 alice; 30 RUNNING; 40 COMPLETE | 40+80 runs 1 final; alice 120 | reserved resources are charged",
                "10 PENDING x4 alice; 20 HELD; 30 PENDING | 0+0 runs 0 | waiting is free",
                "10 RUNNING x2 alice; 18 RUNNING x1; 51 COMPLETE | 49+0 runs 1 final; alice 49 | a change of size, as recorded from Slurm",
                "10 RUNNING x4 alice #r1; 20 PENDING; 40 RUNNING #r2; 50 COMPLETE | 80+0 runs 2 final; alice 80 | a requeue is another run",
                "10 RUNNING x4 alice #r1 @9; 20 PENDING @9; 40 RUNNING #r2 @20; 50 COMPLETE @20 | @9 80+0 runs 2 final; alice 80 |"
                        + " which Slurm says was submitted again",
                "10 RUNNING x4 alice #r1 @9; 20 COMPLETE NODE_FAIL #r1 @9; 40 RUNNING #r2 @20; 50 COMPLETE #r2 @20 | @9 80+0 runs 2 final; alice 80 |"
                        + " also after the failure of a node",
                "10 RUNNING x4 alice @9; 20 COMPLETE @9; 40 RUNNING x1 bob @30; 50 COMPLETE @30 | @9 40+0 runs 1 final, @30 10+0 runs 1 final; alice 40 bob 10 |"
                        + " a later submission is a new job",
                "10 RUNNING x4 alice @9; 40 RUNNING x1 bob @30; 50 COMPLETE @30 | @9 80+0 runs 1, @30 10+0 runs 1 final; alice 80 bob 10 |"
                        + " a job that never ended ends at the latest when its number is used again",
                "10 RUNNING x4 alice; 20 COMPLETE; 30 PENDING x1 bob; 40 RUNNING; 50 COMPLETE | 40+0 runs 1 final, @30 10+0 runs 1 final; alice 40 bob 10 |"
                        + " without submission times PENDING after COMPLETE is a new job",
                "10 RUNNING x4; 20 COMPLETE | 40+0 runs 1 final; UNKNOWN 40 | the job of nobody is charged to UNKNOWN",
                "10 RUNNING x4; 20 COMPLETE; 5 PENDING alice | 40+0 runs 1 final; alice 40 | until somebody says whose it is",
                "10 RUNNING x4 alice /a; 20 RUNNING /b; 30 COMPLETE | 80+0 runs 1 final; alice 80 | a change of bank charges the same user",
                "10 RUNNING x4 alice; 20 COMPLETE; 15 SUSPENDED | 20+0 runs 1 final; alice 20 | a late event takes its place",
                "20 COMPLETE; 10 RUNNING x4 alice | 40+0 runs 1 final; alice 40 | the end may be heard of first",
                "10 RUNNING x4 alice @9; 10 RUNNING x4 alice @9; 20 COMPLETE @9 | @9 40+0 runs 1 final; alice 40 | a repeat changes nothing",
                "40 RUNNING #r2 @20; 50 COMPLETE #r2 @20; 10 RUNNING x4 alice #r1 @9; 20 PENDING @9 #r1 | @9 80+0 runs 2 final; alice 80 |"
                        + " the second run may be heard of first",
                "10 RUNNING x4 alice #r1; 30 RUNNING #r2; 50 COMPLETE #r2 | 160+0 runs 2 final; alice 160 | a run of another name is another run",
                "5 COMPLETE CANCELLED alice | 0+0 runs 0 final | cancelled while it waited",
                "10 RUNNING x4 alice; 12 RUNNING @9; 20 COMPLETE @9 | @9 40+0 runs 1 final; alice 40 | when it was submitted may be said later",
            })
    void charges(String events, String expected, String reason) {
        JobPipeline books = new JobPipeline();
        JobText.events(events).forEach(books::apply);
        assertEquals(expected, books.told(100), reason);
    }

    /** Slurm sets the submission of a requeued job to the end of the run before. */
    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
        10 RUNNING x4 alice @9; 20 COMPLETE NODE_FAIL @9; 20 PENDING @20; 40 RUNNING @20; 50 COMPLETE @20    | @9 80+0 runs 2 final; alice 80 | submitted again at the instant at which the run ended
        50 COMPLETE @20; 20 PENDING x4 alice @20; 40 RUNNING @20; 10 RUNNING x4 alice @9; 20 COMPLETE PREEMPTED @9 | @9 80+0 runs 2 final; alice 80 | heard of the other way round
        10 RUNNING x4 alice @9; 20 COMPLETE PREEMPTED @9; 20 RUNNING @20; 30 COMPLETE @20                    | @9 80+0 runs 2 final; alice 80 | and started again at once
        20 RUNNING x4 alice @20; 10 RUNNING x4 alice @9; 30 COMPLETE @20; 20 COMPLETE PREEMPTED @9 | @9 80+0 runs 2 final; alice 80 | and that the other way round
        10 RUNNING x4 alice @9; 20 PENDING @9; 20 PENDING @20; 20 RUNNING @20; 30 COMPLETE @20               | @9 80+0 runs 2 final; alice 80 | put back by its user
        10 RUNNING x4 alice @9; 20 HELD @9; 20 PENDING @20; 25 RUNNING @20; 30 COMPLETE @20                  | @9 60+0 runs 2 final; alice 60 | or held
        10 RUNNING x4 alice @9; 20 COMPLETE NODE_FAIL @9; 21 PENDING x4 alice @21; 40 RUNNING @21; 50 COMPLETE @21    | @9 40+0 runs 1 final, @21 40+0 runs 1 final; alice 80 | submitted again later than that it is another job
        10 RUNNING x4 alice @9; 19 PENDING x4 alice @19; 20 COMPLETE NODE_FAIL @9; 40 RUNNING @19; 50 COMPLETE @19 | @9 36+0 runs 1, @19 40+0 runs 1 final; alice 76 | the end of a job whose number is used again is not that of the next
        5 PENDING x4 alice @5; 5 RUNNING; 9 COMPLETE                                                         | @5 16+0 runs 1 final; alice 16 | the submission is said once, and started at once
        """)
    void aRunAfterARequeueIsCharged(String events, String expected, String reason) {
        JobPipeline books = new JobPipeline();
        JobText.events(events).forEach(books::apply);
        assertEquals(expected, books.told(100), reason);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "10 RUNNING x4 alice; 20 COMPLETE; 30 RUNNING | 40+0 runs 1 final; alice 40 | a complete job does not run",
                "10 RUNNING x4 alice; 20 COMPLETE; 30 SUSPENDED | 40+0 runs 1 final; alice 40 | nor is it suspended",
                "10 RUNNING x4 alice; 20 COMPLETE; 30 COMPLETE | 40+0 runs 1 final; alice 40 | nor does it end again",
                "10 RUNNING x4 alice #r1; 20 COMPLETE #r1; 30 STAGE_OUT #r1 | 40+0 runs 1 final; alice 40 | not in the same run",
                "30 RUNNING x4 alice; 20 COMPLETE | 280+0 runs 1; alice 280 | nor did it end before it ran",
            })
    void refusesWhatIsImpossible(String events, String expected, String reason) {
        JobPipeline books = new JobPipeline();
        Outcome<Charge, JobEnd.Change> last = Outcome.of(Effect.WITHOUT_EFFECT);
        for (JobEvent event : JobText.events(events)) {
            last = books.apply(event);
        }
        assertEquals(Effect.REJECTED, last.effect(), reason);
        assertEquals(expected, books.told(100), reason);
    }
}
