package io.fairstream.rules.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.rules.Amounts.Quantity;
import io.fairstream.rules.usage.JobAccount.JobRow;
import io.fairstream.rules.usage.UsageTotals;
import io.fairstream.rules.usage.UserAccount;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Resources that jobs hold, by name, and the energy of their runs. */
class JobTresTest {
    private static final long END = 1000;

    private static JobPipeline play(List<JobEvent> events) {
        JobPipeline pipeline = new JobPipeline();
        events.forEach(pipeline::apply);
        return pipeline;
    }

    /** Returns the amounts x seconds, and millijoules, of the user alice up to second 1000. */
    private static String ofAlice(JobPipeline pipeline) {
        UserAccount alice = pipeline.usersAt(END * 1000).get("alice");
        if (alice == null) {
            return "none";
        }
        long energy = alice.used() == null ? 0 : alice.used().amounts().get(Quantity.ENERGY);
        return seconds(alice.allocated().otherTresMillis(END * 1000)) + " " + energy;
    }

    private static String seconds(Tres millis) {
        StringBuilder text = new StringBuilder();
        millis.amounts()
                .forEach((name, amount) ->
                        text.append(name).append('=').append(amount / 1000).append(' '));
        return text.toString().strip();
    }

    private static String ofJobs(JobPipeline pipeline) {
        Tres held = Tres.EMPTY;
        long energy = 0;
        for (JobRow row : pipeline.rows()) {
            UsageTotals totals = row.totals();
            held = held.plus(totals.tresHeldMillis()).plus(totals.tresHeld().times(END * 1000 - totals.asOf()));
            energy += totals.used().get(Quantity.ENERGY);
        }
        return seconds(held) + " " + energy;
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "10 RUNNING x4 alice tres:gres/gpu=2,billing=5; 20 COMPLETE | billing=50 gres/gpu=20 0 | held x time",
                "10 RUNNING x4 alice nodes=2 gpus=1 mem=1024; 20 COMPLETE   | gres/gpu=10 mem=10240 node=20 0 | from fields without tres",
                "10 RUNNING x4 alice gpus=1 tres:gres/gpu=2; 20 COMPLETE    | gres/gpu=10 0 | fields go before tres",
                "10 RUNNING x4 alice tres:billing=5; 15 RUNNING tres:billing=7; 20 COMPLETE | billing=60 0 | changes while it runs",
                "10 RUNNING x4 alice tres:billing=5; 15 SUSPENDED; 18 RUNNING; 20 COMPLETE  | billing=35 0 | not while it is suspended",
                "10 RESERVED x4 alice tres:billing=5; 15 RUNNING; 20 COMPLETE | billing=50 0 | reserved is held, too",
                "10 PENDING x4 alice tres:billing=5; 20 COMPLETE              | none | what waits holds nothing",
                "10 RUNNING x4 alice; 20 COMPLETE energy=700                  | ' 700' | what the run consumed, said at its end",
                "10 RUNNING x4 alice; 20 COMPLETE energy=700; 20 COMPLETE FAILED energy=700 | ' 700' | the same end said twice",
                "10 RUNNING x4 alice; 20 COMPLETE energy=700; 20 COMPLETE energy=900        | ' 900' | the same end said better",
                "10 RUNNING x4 alice #r1; 20 PENDING energy=300; 30 RUNNING #r2; 40 COMPLETE energy=500 | ' 800' | each run its own",
            })
    void isCharged(String events, String alice, String reason) {
        List<JobEvent> all = JobText.events(events);
        JobPipeline inOrder = play(all);
        assertEquals(alice, ofAlice(inOrder), reason);
        List<JobEvent> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        boolean hasOneAtATime = all.stream().mapToLong(JobEvent::at).distinct().count() == all.size();
        if (hasOneAtATime) {
            assertEquals(alice, ofAlice(play(reversed)), reason + ", in the opposite order");
        }
        if (!alice.equals("none")) {
            assertEquals(alice, ofJobs(inOrder), reason + ", of the job");
        }
    }

    @Test
    void anyOrderGivesTheSame() {
        for (long seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            List<JobEvent> events = new ArrayList<>();
            long now = 10;
            for (int run = 0; run < 1 + random.nextInt(4); run++) {
                events.add(JobText.event(now + " RUNNING x2 alice #r" + run + " tres:gres/gpu=" + random.nextInt(3)
                        + ",billing=" + random.nextInt(9)));
                now += 1 + random.nextInt(50);
                events.add(JobText.event(now + " PENDING energy=" + random.nextInt(1000)));
                now += 1 + random.nextInt(50);
            }
            JobPipeline inOrder = play(events);
            Collections.shuffle(events, random);
            JobPipeline shuffled = play(events);
            assertEquals(ofAlice(inOrder), ofAlice(shuffled), "seed " + seed);
            assertEquals(ofJobs(inOrder), ofJobs(shuffled), "seed " + seed);
            assertEquals(ofAlice(inOrder), ofJobs(inOrder), "seed " + seed);
        }
    }
}
