package io.fairstream.rules.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.host.HostLedger.HostLimits;
import io.fairstream.rules.journal.Outcome;
import io.fairstream.rules.journal.Outcome.Effect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outcome of the last report of each row; the words are those of {@link HostWords}. */
class HostRulesTest {
    private final HostLedger ledger = new HostLedger();

    private String play(String words) {
        Outcome<HostCharge, Void> outcome = Outcome.of(Effect.WITHOUT_EFFECT);
        for (HostReport report : HostWords.reports(words)) {
            outcome = ledger.apply(report, HostLimits.DEFAULT);
        }
        return HostWords.told(outcome);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
            a#0@0 p1=999,9,9,9,9,9                     | APPLIED                             | the first report of a host is only a baseline, in all six quantities
            a#0@0 p1=5; a#1@12 p1=105,7,1,2,3,4        | APPLIED p1=100,7,1,2,3,4@0-12       | what counters rose by
            a#0@0 p1=5; a#1@12 p1=5                    | APPLIED                             | nothing was done
            a#0@0; a#1@12 p1=100                       | APPLIED p1=100@0-12                 | a project that is new in the epoch began from zero
            a#0@0; a#1@12 p1=1 p2=2                    | APPLIED p1=1@0-12 p2=2@0-12         | each project
            a#0@0; a#1@12 p1/x=1 p1/y=2                | APPLIED p1/x=1@0-12 p1/y=2@0-12     | each app
            a#0@0; a#1@12 p1=60; a#2@24 p1=90          | APPLIED p1=30@12-24                 | since the report before, also of a job that still runs
            a#0@0; a#1@6 p1=60; a#2@12; a#3@24 p1=90   | APPLIED p1=30@12-24                 | a project that one report left out
            a#0@0 p1=5; a#1@12 p1=105 user=bob         | APPLIED bob:p1=100@0-12             | who owns the host at the end of the interval pays
            a#0@0; a#1@48 p1=96                        | APPLIED p1=48@0-24 p1=48@24-48      | an interval is divided at midnight, in proportion
            a#0@22; a#1@25 p1=3                        | APPLIED p1=2@22-24 p1=1@24-25       | of UTC
            a#0@0; a#1@1440 p1=720,0,0,0,0,0           | APPLIED p1=24@720-744 p1=24@744-768 p1=24@768-792 p1=24@792-816 p1=24@816-840 p1=24@840-864 p1=24@864-888 p1=24@888-912 p1=24@912-936 p1=24@936-960 p1=24@960-984 p1=24@984-1008 p1=24@1008-1032 p1=24@1032-1056 p1=24@1056-1080 p1=24@1080-1104 p1=24@1104-1128 p1=24@1128-1152 p1=24@1152-1176 p1=24@1176-1200 p1=24@1200-1224 p1=24@1224-1248 p1=24@1248-1272 p1=24@1272-1296 p1=24@1296-1320 p1=24@1320-1344 p1=24@1344-1368 p1=24@1368-1392 p1=24@1392-1416 p1=24@1416-1440 | a host that was silent for two months did it all in the last 30 days
            """)
    void chargesWhatCountersRoseBy(String history, String outcome, String reason) {
        assertEquals(outcome, play(history), reason);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
            a#0@0 p1=900; a#1@12 p1=50                           | APPLIED p1=50@0-12            | a counter that decreased began from zero
            a#0@0 p1=900,0,0,0,9; a#1@12 p1=950,0,0,0,1          | APPLIED p1=950,0,0,0,1@0-12   | and with it all of the project
            a#0@0 p1=900 p2=900; a#1@12 p1=50 p2=950             | APPLIED p1=50@0-12 p2=50@0-12 | but not other projects
            a#0@0 p1=900; b#0@12 p1=950                          | APPLIED p1=950@0-12           | in a new epoch all began from zero
            a#9@0 p1=900; b#0@12 p1=5; b#1@24 p1=6               | APPLIED p1=1@12-24            | which has sequences of its own
            a#0@0 p1=900; b#0@6 p1=5; a#1@12 p1=950              | APPLIED p1=50@6-12            | an epoch that goes on, of a clone of the host, goes on where it was
            a#0@0; b#0@1 p1=1; c#0@2 p1=2; d#0@3 p1=3; a#1@4 p1=9 | APPLIED p1=9@3-4             | of the last three epochs
            """)
    void countsFromZeroAfterAReset(String history, String outcome, String reason) {
        assertEquals(outcome, play(history), reason);
    }

    @ParameterizedTest(name = "{3}")
    @CsvSource(delimiter = '|', textBlock = """
            a#0@0; a#1@12 p1=60; a#1@12 p1=60                | DUPLICATE                            | 60  | the same again
            a#0@0; a#1@12 p1=60; a#1@13 p1=99                | DUPLICATE                            | 60  | a sequence counts once, whatever it says
            a#0@0; a#2@12 p1=60; a#1@6 p1=20                 | APPLIED p1=20@0-6 p1=-60@0-12 p1=40@6-12   | 60 | an older report divides what was charged for the time around it
            a#0@0; a#2@12 p1=60; a#1@6 p1=30; a#1@6 p1=30    | DUPLICATE                            | 60  | it is known from then on
            a#0@0; a#1@12 p1=60; a#2@10 p1=70                | WITHOUT_EFFECT                       | 60  | the clock went back: the next report will contain it
            a#0@0; a#1@12 p1=60; a#2@10 p1=70; a#3@14 p1=80  | APPLIED p1=20@12-14                  | 80  | and does
            a#0@0; a#2@10 p1=70; a#1@12 p1=60                | APPLIED p1=-70@0-10 p1=60@0-12       | 60  | also when what was made before that comes after it
            a#0@0; a#2@10 p1=70; a#3@14 p1=80; a#1@12 p1=60  | APPLIED p1=-70@0-10 p1=60@0-12 p1=-10@10-14 p1=20@12-14   | 80 | whatever came since
            a#0@0; a#1@12 p1=60; b#0@12 p1=70                | WITHOUT_EFFECT                       | 60  | of two epochs at one instant one counts
            a#0@0; b#0@12 p1=70; a#1@12 p1=60                | APPLIED p1=-70@0-12 p1=60@0-12       | 60  | always the same
            a#0@0; a#1@12 p1=60; a#2@12 p1=70                | WITHOUT_EFFECT                       | 60  | no time has passed
            a#1@12 p1=60; a#0@0 p1=10                        | APPLIED p1=50@0-12                   | 50  | the first report comes late: the one taken for it was not
            a#1@12 p1=60; b#0@6 p1=10                        | APPLIED p1=60@6-12                   | 60  | also of another epoch
            a#0@0; a#2@12 p1=5; a#1@6 p1=30                  | APPLIED p1=30@0-6 p1=-5@0-12 p1=5@6-12   | 35 | counters began from zero after it
            a#0@0 p1=9; b#0@12 p1=5; a#1@6 p1=30             | APPLIED p1=21@0-6 p1=-5@0-12 p1=5@6-12   | 26 | an epoch ended after it
            a#0@0 p1=9; b#1@12 p1=5; b#0@6 p1=3              | APPLIED p1=3@0-6 p1=-5@0-12 p1=2@6-12   | 5 | an epoch began before what was taken for its first report
            a#0@0; a#2@12 p1=60; a#1@6 p1=0                  | APPLIED p1=-60@0-12 p1=60@6-12       | 60  | all was done after it
            a#0@0 p1=9; a#3@12 p1=40; a#1@4 p1=20; a#2@8 p1=10 | APPLIED p1=10@4-8 p1=-20@4-12 p1=30@8-12   | 51 | two late ones
            """)
    void countsAReportOnceInAnyOrder(String history, String outcome, String seconds, String reason) {
        assertEquals(outcome, play(history), reason);
        assertEquals(seconds, HostWords.told(ledger.work()), reason);
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', textBlock = """
            a#0@0; a#1@1 p1=14400                      | APPLIED p1=14400@0-1                           | all CPUs all the time
            a#0@0; a#1@1 p1=14401                      | APPLIED p1=14400~1@0-1                         | no more time than CPUs x time
            a#0@0; a#1@1 p1=0,3601                     | APPLIED p1=0,3600~0,1@0-1                      | no more time than GPUs x time
            a#0@0; a#1@1 p1=0,0,73                     | APPLIED p1=0,0,72~0,0,1@0-1                    | no more FLOPs than the CPUs' own peak
            a#0@0; a#1@1 p1=0,0,0,361                  | APPLIED p1=0,0,0,360~0,0,0,1@0-1               | no more FLOPs than the GPU's own peak
            a#0@0; a#1@1 p1=0,0,0,0,18001,18002        | APPLIED p1=0,0,0,0,18000,18000~0,0,0,0,1,2@0-1 | no more than a job a second on each instance
            a#0@0; a#1@1 p1=14400 p2=14400             | APPLIED p1=7200~7200@0-1 p2=7200~7200@0-1      | over all projects together
            a#0@0; a#1@1 p1=43200 p2=14400             | APPLIED p1=10800~32400@0-1 p2=3600~10800@0-1   | in proportion
            a#0@0 gpus=0; a#1@1 p1=0,10 gpus=0         | APPLIED p1=0~0,10@0-1                          | nothing on a GPU that is not there
            a#0@0 cpus=64 gpus=0; a#1@1 p1=9e5,9e3 cpus=1 gpus=2 | APPLIED p1=230400,7200~669600,1800@0-1   | for each quantity
            a#0@0 cpus=4; a#1@1 p1=20000 cpus=8        | APPLIED p1=20000@0-1                           | of two hardwares the better counts
            a#0@0 cpus=8; a#1@1 p1=20000 cpus=4        | APPLIED p1=20000@0-1                           | whichever it was
            a#0@0 cpus=999; a#1@1 p1=921601 cpus=999   | APPLIED p1=921600~1@0-1                        | no host has more than 256 CPUs
            a#0@0 gpus=99; a#1@1 p1=0,28801 gpus=99    | APPLIED p1=0,28800~0,1@0-1                     | or 8 GPUs
            a#0@23; a#1@25 p1=99999                    | APPLIED p1=14400@23-24 p1=14400~71199@24-25    | what is cut is told at the end
            a#0@0; a#1@1 p1=99999; a#2@2 p1=100000     | APPLIED p1=1@1-2                               | what was cut is gone
            a#0@0; b#0@1 p1=99999                      | APPLIED p1=14400~85599@0-1                     | also after a reset
            a#0@0; a#2@2 p1=28800; a#1@1 p1=20000      | APPLIED p1=14400~5600@0-1 p1=-28800@0-2 p1=8800@1-2   | a late report shows that it was too much
            a#0@0; b#0@2 p1=28800; a#1@1 p1=100        | APPLIED p1=100@0-1 p1=-28800@0-2 p1=14400~14400@1-2   | what a late report adds leaves less
            """)
    void cutsToWhatTheHostCanHaveDone(String history, String outcome, String reason) {
        assertEquals(outcome, play(history), reason);
    }
}
