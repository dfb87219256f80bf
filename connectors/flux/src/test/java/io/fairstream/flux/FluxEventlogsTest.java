package io.fairstream.flux;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import io.fairstream.schemas.JobState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The logs are synthetic; entries are those of RFC 21. */
class FluxEventlogsTest {
    private static final String SUBMIT = "{'timestamp':1000,'name':'submit','context':{'userid':1001,'urgency':16}}\n";
    private static final String VALID = SUBMIT + "{'timestamp':1000.5,'name':'validate'}\n";
    private static final String SPEC =
            "{'resources':[{'type':'node','count':4,'with':[{'type':'slot','count':1,'with':["
                    + "{'type':'core','count':2}]}]}],'tasks':[],'attributes':{'system':{'bank':'physics'}}}\n";
    private static final String ALLOC = "{'timestamp':1010,'name':'alloc'}\n";
    private static final String R = "{'version':1,'execution':{'R_lite':[{'rank':'0-3','children':{'core':'0-1'}}],"
            + "'nodelist':['n[0-3]']}}\n";
    private static final String RUN = VALID + SPEC + R + ALLOC;

    private final Sample sample = new Sample();

    @BeforeAll
    static void allowCopies() {}

    @Test
    void oneJobIsToldEntryByEntry() throws IOException {
        Recorded<JobEvent> jobs = ofOneJob();
        assertEquals(
                List.of(
                        "1772438400.268 PENDING 2n 16c",
                        "1772438400.28 PENDING 2n 16c",
                        "1772438460.291 RUNNING 2n 16c 2g tux[3-4]",
                        "1772442060.302 RUNNING 1n 8c 1g tux3",
                        "1772442060.503 COMPLETE 1n 8c 1g tux3 COMPLETED exit 0"),
                Sample.brief(jobs.events()));
        assertEquals(
                JobEvent.newBuilder()
                        .setCluster("tux")
                        .setJobId(13671518437376L)
                        .setSubmitted(Instant.parse("2026-03-02T08:00:00.268Z"))
                        .setAt(Instant.parse("2026-03-02T08:00:00.268Z"))
                        .setState(JobState.PENDING)
                        .setUser("1001")
                        .setUserId(1001L)
                        .setGroups(List.of("physics"))
                        .setBank("root/physics")
                        .setPartition("batch")
                        .setName("lattice")
                        .setProcessors(16)
                        .setNodes(2)
                        .setTimeLimitMinutes(120L)
                        .setUrgency(16)
                        .build(),
                jobs.events().get(0),
                "with the bank that a plugin adds before the job is valid");
        assertEquals(50000.0, jobs.events().get(1).getPriority());
        assertEquals(
                Map.of(Outcome.UPDATE, 8L, Outcome.PASSED, 6L, Outcome.RESOURCES, 2L),
                jobs.outcomes().counts());
    }

    @Test
    void aListingTellsTheSameRunAtTheSameInstants() throws IOException {
        List<JobEvent> listed = FluxJobs.read("jobs.json", Sample.resource("jobs.json"), "tux", problem -> {
                    throw new AssertionError(problem);
                })
                .events();
        List<JobEvent> logged = ofOneJob().events();
        JobEvent begin = logged.get(2);
        assertEquals(
                listed.get(1),
                JobEvent.newBuilder(begin)
                        .setUser("alice")
                        .setExpectedEnd(listed.get(1).getExpectedEnd())
                        .build());
        assertEquals(listed.get(3).getAt(), logged.get(4).getAt());
        assertEquals(listed.get(3).getOutcome(), logged.get(4).getOutcome());
    }

    @Test
    void theJournalTellsOfManyJobsInPieces() throws IOException {
        Recorded<JobEvent> jobs = FluxEventlogs.read(
                "journal.jsonl", Sample.resource("journal.jsonl"), new FluxEventlogs.Options("tux", null), problem -> {
                    throw new AssertionError(problem);
                });
        assertEquals(
                List.of(
                        "1000 HELD 8c 2g",
                        "1010 PENDING 8c 2g",
                        "1010.5 PENDING 8c 2g",
                        "1020 RUNNING 2n 8c 2g tux[0-1]",
                        "1033 COMPLETE 2n 8c 2g tux[0-1] CANCELLED signal 15"),
                Sample.brief(jobs.events()));
        assertEquals(2L, jobs.events().get(0).getTimeLimitMinutes(), "90 s are two minutes begun");
    }

    /** The same log of job 7, as it is kept in different places. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'id':7,'events':[S,A],'R':R}                                            | the journal
        {'events':[{'id':7,'entry':S},{'id':7,'entry':A}]} {'id':7,'R':R}        | the journal of older releases
        {'id':7,'timestamp':1000,'name':'submit','context':{'userid':1001}} {'id':7,'timestamp':1010,'name':'alloc'} {'id':7,'R':R} | entries that name their job
        {'id':'0000.0000.0000.0007','eventlog':[S,A],'R':R}                      | a list
        [{'id':7,'events':[S]},{'id':'ƒ8','events':[A],'R':R}]                   | a list of lists
        """)
    void aLogIsReadAsItIsKept(String text, String where) throws IOException {
        String log = text.replace("S", "{'timestamp':1000,'name':'submit','context':{'userid':1001}}")
                .replace("A", "{'timestamp':1010,'name':'alloc'}")
                .replace(":R", ":" + R.strip())
                .replace("} {", "}\n{");
        Recorded<JobEvent> jobs = sample.eventlogs(log);
        assertEquals(List.of(), sample.problems(), where);
        assertEquals(List.of("1010 RUNNING 4n 8c n[0-3]"), brief(jobs), where);
        assertEquals(7, jobs.events().get(0).getJobId());
    }

    @Test
    void anArchivedLogIsATextOfEntries() throws IOException {
        String log = (SUBMIT + ALLOC).replace("'", "\\'").replace("\n", "\\n");
        Recorded<JobEvent> jobs = sample.eventlogs(
                "{'id':7,'eventlog':'" + log + "','R':'" + R.replace("'", "\\'").strip() + "'}");
        assertEquals(List.of("1010 RUNNING 4n 8c 0g n[0-3]"), Sample.brief(jobs.events()));
    }

    /** Events after a submission at 1000 and an allocation of four nodes of two cores at 1010. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "-", textBlock = """
        {'timestamp':1020,'name':'release','context':{'ranks':'0-1','final':false}} | 1020 RUNNING 2n 4c n[2-3] | half of it is given back
        {'timestamp':1020,'name':'release','context':{'ranks':'0-1','final':false}} {'timestamp':1021,'name':'release','context':{'ranks':'2-3','final':true}} {'timestamp':1022,'name':'clean'} | 1020 RUNNING 2n 4c n[2-3], 1022 COMPLETE 2n 4c n[2-3] FAILED | the last ones when all is clean
        {'timestamp':1020,'name':'release','context':{'ranks':'all','final':true}} {'timestamp':1021,'name':'free'} {'timestamp':1022,'name':'clean'} | 1022 COMPLETE 4n 8c n[0-3] FAILED | all at once
        {'timestamp':1020,'name':'release','context':{'ranks':'9','final':false}} | - | of what it does not have nothing is taken
        {'timestamp':1015,'name':'resource-update','context':{'expiration':2000}} | 1015 RUNNING 4n 8c n[0-3] | a longer allocation
        {'timestamp':1015,'name':'jobspec-update','context':{'attributes.system.duration':600}} | 1015 RUNNING 4n 8c n[0-3] | another limit
        {'timestamp':1015,'name':'jobspec-update','context':{'attributes.system.project':'x'}} | - | nothing that events say
        {'timestamp':1015,'name':'priority','context':{'priority':16}} | 1015 RUNNING 4n 8c n[0-3] | another priority
        {'timestamp':1015,'name':'urgency','context':{'urgency':0}} | - | what runs is not held
        {'timestamp':1015,'name':'start'} {'timestamp':1016,'name':'flux-restart'} {'timestamp':1017,'name':'memo','context':{'a':1}} | - | steps on the way
        {'timestamp':1020,'name':'finish','context':{'status':0}} {'timestamp':1022,'name':'clean'} | 1022 COMPLETE 4n 8c n[0-3] COMPLETED exit 0 | well
        {'timestamp':1020,'name':'finish','context':{'status':256}} {'timestamp':1022,'name':'clean'} | 1022 COMPLETE 4n 8c n[0-3] FAILED exit 1 | not well
        {'timestamp':1020,'name':'exception','context':{'type':'timeout','severity':0}} {'timestamp':1021,'name':'finish','context':{'status':36608}} {'timestamp':1022,'name':'clean'} | 1022 COMPLETE 4n 8c n[0-3] TIMEOUT exit 143 | too long
        {'timestamp':1020,'name':'exception','context':{'type':'cancel','severity':0}} {'timestamp':1021,'name':'exception','context':{'type':'exec','severity':0}} {'timestamp':1022,'name':'clean'} | 1022 COMPLETE 4n 8c n[0-3] CANCELLED | the first of the most severe
        {'timestamp':1020,'name':'exception','context':{'type':'mark','severity':4}} {'timestamp':1021,'name':'exception','context':{'type':'exec','severity':0}} {'timestamp':1022,'name':'clean'} | 1022 COMPLETE 4n 8c n[0-3] FAILED | the most severe
        {'timestamp':1020,'name':'exception','context':{'type':'mark','severity':4}} {'timestamp':1021,'name':'finish','context':{'status':0}} {'timestamp':1022,'name':'clean'} | 1022 COMPLETE 4n 8c n[0-3] COMPLETED exit 0 | it harmed nothing
        """)
    void aRunBecomesWhatHappened(String entries, String told, String why) throws IOException {
        List<String> events = brief(sample.eventlogs(RUN + entries.replace("} {", "}\n{")));
        assertEquals(List.of(), sample.problems(), why);
        assertEquals(List.of("1000 PENDING 4n 8c", "1010 RUNNING 4n 8c n[0-3]"), events.subList(0, 2), why);
        assertEquals(told == null ? "" : told, String.join(", ", events.subList(2, events.size())), why);
    }

    /** Events of a job in addition to its submission at 1000. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "-", textBlock = """
        SPEC                                            | -               | -           | it is not valid yet
        SPEC VALID                                      | 1000 PENDING 4n 8c | -        | valid
        SPEC {'timestamp':1001,'name':'invalidate'}     | -               | -           | invalid: as if it never was
        SPEC VALID {'timestamp':1005,'name':'urgency','context':{'urgency':0}} {'timestamp':1007,'name':'urgency','context':{'urgency':16}} | 1000 PENDING 4n 8c, 1005 HELD 4n 8c, 1007 PENDING 4n 8c | - | held for a while
        SPEC VALID {'timestamp':1005,'name':'exception','context':{'type':'cancel','severity':0}} {'timestamp':1006,'name':'clean'} | 1000 PENDING 4n 8c, 1006 COMPLETE 4n 8c CANCELLED | - | cancelled while it waited
        VALID ALLOC                                     | 1010 RUNNING    | SIZE_UNKNOWN WAIT_UNTOLD | no size anywhere
        SPEC VALID ALLOC                                | 1000 PENDING 4n 8c, 1010 RUNNING 4n 8c | - | what was asked for stands for what was got
        VALID {'timestamp':1010,'name':'alloc','context':{'annotations':{'sched':{'resource_summary':'rank[0-1]/core[0-3],gpu0'}}}} | 1010 RUNNING 2n 8c 2g | WAIT_UNTOLD | the scheduler's summary
        """)
    void aJobIsToldAsFarAsItIsKnown(String entries, String told, String notes, String why) throws IOException {
        String log = entries.replace("SPEC", SPEC.strip())
                .replace("VALID", "{'timestamp':1000.5,'name':'validate'}")
                .replace("ALLOC", ALLOC.strip())
                .replace("} {", "}\n{");
        Recorded<JobEvent> jobs = sample.eventlogs(SUBMIT + log);
        assertEquals(List.of(), sample.problems(), why);
        assertEquals(told == null ? "" : told, String.join(", ", brief(jobs)), why);
        assertEquals(
                notes == null ? "" : notes,
                String.join(
                        " ",
                        jobs.outcomes().notes().keySet().stream()
                                .map(Object::toString)
                                .sorted()
                                .toList()),
                why);
    }

    @Test
    void theUrgencyIsToldWithTheSubmissionAndWheneverItChangesWhileTheJobWaits() throws IOException {
        String log = SUBMIT
                + SPEC.strip()
                + "\n{'timestamp':1000.5,'name':'validate'}"
                + "\n{'timestamp':1005,'name':'urgency','context':{'urgency':31}}"
                + "\n{'timestamp':1006,'name':'urgency','context':{'urgency':31,'userid':0}}"
                + "\n{'timestamp':1007,'name':'urgency','context':{'urgency':0}}"
                + "\n{'timestamp':1008,'name':'urgency','context':{'urgency':20}}\n"
                + ALLOC;
        assertEquals(
                List.of("PENDING 16", "PENDING 31", "HELD 0", "PENDING 20", "RUNNING 20"),
                sample.eventlogs(log).events().stream()
                        .map(event -> event.getState() + " " + event.getUrgency())
                        .toList());
    }

    @Test
    void aLongerLogRepeatsWhatAShorterOneTold() throws IOException {
        String[] lines = (RUN
                        + "{'timestamp':1015,'name':'priority','context':{'priority':9}}\n"
                        + "{'timestamp':1020,'name':'release','context':{'ranks':'0','final':false}}\n"
                        + "{'timestamp':1030,'name':'clean'}\n")
                .split("\n", -1);
        List<JobEvent> whole = sample.eventlogs(String.join("\n", lines)).events();
        for (int length = 4; length <= lines.length; length++) {
            String part = String.join("\n", List.of(lines).subList(0, length));
            List<JobEvent> events = sample.eventlogs(part).events();
            assertEquals(whole.subList(0, events.size()), events, "the first " + length + " lines");
        }
    }

    @Test
    void whatIsThereTwiceCountsOnce() throws IOException {
        Recorded<JobEvent> once = sample.eventlogs(RUN);
        Recorded<JobEvent> twice = sample.eventlogs(RUN + VALID + ALLOC);
        assertEquals(once.events(), twice.events());
        assertEquals(3L, twice.outcomes().counts().get(Outcome.REPEATED));
    }

    @Test
    void aJobWithoutItsSubmissionIsNobodysAndLeftOut() throws IOException {
        Recorded<JobEvent> jobs = sample.eventlogs(ALLOC + "{'timestamp':1030,'name':'clean'}\n" + R);
        assertEquals(List.of(), jobs.events());
        assertEquals(
                Map.of(Outcome.NO_SUBMISSION, 2L, Outcome.RESOURCES, 1L),
                jobs.outcomes().counts());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {'timestamp':1011}                                                  | not an eventlog entry (expected: an object with timestamp and name)
        {'name':'start'}                                                    | timestamp: missing
        {'timestamp':'now','name':'start'}                                  | timestamp: 'now' (expected: seconds, 0 to 253402300799)
        {'timestamp':1011,'name':'submit','context':{'userid':7}}           | job 17, submit: submitted again at 1970-01-01T00:16:51Z (expected: one submission of a job)
        {'timestamp':1011,'name':'urgency'}                                 | job 17, urgency: urgency: missing
        {'timestamp':1011,'name':'urgency','context':{'urgency':32}}        | job 17, urgency: urgency: 32 (expected: a whole number, 0 to 31)
        {'timestamp':1011,'name':'priority','context':{'priority':-1}}      | job 17, priority: priority: -1 (expected: a whole number, 0 to 4294967295)
        {'timestamp':1011,'name':'release','context':{}}                    | job 17, release: ranks: missing
        {'timestamp':1011,'name':'release','context':{'ranks':'x'}}         | job 17, release: ranks: 'x' (expected: numbers such as 0-3,7)
        {'timestamp':1011,'name':'finish','context':{}}                     | job 17, finish: status: missing
        {'timestamp':1011,'name':'exception','context':{'severity':8}}      | job 17, exception: severity: 8 (expected: a whole number, 0 to 7)
        {'id':18446744073709551000,'timestamp':1011,'name':'submit'}        | id: 18446744073709551000 (expected: 1 to 9223372036854775807)
        {'id':17,'R':{'version':3}}                                         | version: 3 (expected: 1, of an R)
        {'id':17,'jobspec':{'resources':[{'type':'core'}]}}                 | count: missing
        {'id':17,'jobspec':{'resources':[{'type':'slot','count':99999,'with':[{'type':'core','count':99999}]}]}} | resources: {'type':'core','count':99999} (expected: at most 100000000 of a kind)
        """)
    void tellsWhatItCannotReadAndGoesOn(String entry, String problem) throws IOException {
        Recorded<JobEvent> jobs = sample.eventlogs(RUN + entry + "\n{'timestamp':1022,'name':'clean'}\n");
        assertEquals(1, sample.problems().size(), sample.problems().toString());
        String told = sample.problems().get(0);
        assertEquals(problem.replace('\'', '"'), told.substring("t.log:6: ".length()));
        assertEquals(3, jobs.events().size());
    }

    @Test
    void entriesOfAJobThatNobodyNamesAreLeftOut() throws IOException {
        Recorded<JobEvent> jobs = FluxEventlogs.read(
                "x",
                new BufferedReader(new StringReader(SUBMIT.replace('\'', '"'))),
                new FluxEventlogs.Options("tux", null),
                problem -> {});
        assertEquals(Map.of(Outcome.MALFORMED, 1L), jobs.outcomes().counts());
    }

    private static Recorded<JobEvent> ofOneJob() throws IOException {
        return FluxEventlogs.read(
                "f7C8QGZtB.eventlog",
                Sample.resource("f7C8QGZtB.eventlog"),
                new FluxEventlogs.Options("tux", 13671518437376L),
                problem -> {
                    throw new AssertionError(problem);
                });
    }

    /** Without GPUs, of which there are none. */
    private static List<String> brief(Recorded<JobEvent> jobs) {
        return Sample.brief(jobs.events()).stream()
                .map(text -> text.replace(" 0g", ""))
                .toList();
    }
}
