package io.fairstream.steering.schedulers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.steering.Account;
import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.peer.StandIn;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlurmTest {
    @TempDir
    Path directory = Path.of("");

    private Slurm slurm() throws Exception {
        StandIn standIn = new StandIn("slurm", directory)
                .with("shares", "schedulers/sshare.txt")
                .with("jobs", "schedulers/sprio.txt");
        return new Slurm(standIn.tool(), 1000);
    }

    @Test
    void accountsAreUsersOfAccountsAndControlsArePendingJobs() throws Exception {
        Reading reading = slurm().read();
        assertEquals(
                List.of(
                        new Account("root/root", "root", "root", 1, 0.0),
                        new Account("physics/alice", "alice", "physics", 0.25, 106.0),
                        new Account("physics/bob", "bob", "physics", 0.75, 0.0),
                        new Account("physics/carol", "carol", "physics", 0.75, 0.0)),
                reading.accounts());
        assertEquals(8, reading.controls().size());
        assertEquals(new Control("5", "bob", 77), reading.controls().get(2));
    }

    @Test
    void onlyUsersOfNewJobsAreAskedFor() throws Exception {
        Slurm slurm = slurm();
        Reading reading = slurm.read();
        assertEquals(reading, slurm.read());
        Files.writeString(directory.resolve("jobs"), "77_[1-3]:0:eve\n3:0:alice\n");
        assertEquals(
                List.of(new Control("77_[1-3]", "eve", 0), new Control("3", "alice", 0)),
                slurm.read().controls());
        List<String> asked = Files.readAllLines(directory.resolve("asked"));
        assertEquals(
                List.of("-h -o %i:%S", "-h -o %i:%S", "-h -o %i:%S", "-h -j 77 -o %i:%u"),
                List.of(asked.get(0), asked.get(2), asked.get(3), asked.get(4)));
        assertEquals(5, asked.size());
    }

    @Test
    void aJobOfTheMeanHasHalfTheWeightAndNoneHasLessThanOne() throws Exception {
        Reading reading = new Reading(
                List.of(), List.of(new Control("1", "a", 0), new Control("2", "a", 0), new Control("3", "b", 0)));
        assertEquals(
                Map.of("1", 500.0, "2", 500.0, "3", 500.0),
                slurm().desired(reading, Map.of("a", 7.0, "b", 7.0, "without jobs", 9e9)));
        // mean 2: 2^-.5 and 2^-1.5
        assertEquals(Map.of("1", 707.0, "2", 707.0, "3", 354.0), slurm().desired(reading, Map.of("a", 1.0, "b", 3.0)));
        assertEquals(Map.of("1", 500.0, "2", 500.0), slurm().desired(reading, Map.of("a", 5.0)));
        List<Control> many = new ArrayList<>(reading.controls());
        Map<String, Double> priorities = new HashMap<>(Map.of("a", 1.0, "b", 1e6));
        for (int i = 0; i < 50; i++) {
            many.add(new Control("more" + i, "user" + i, 0));
            priorities.put("user" + i, 1.0);
        }
        assertEquals(
                1, slurm().desired(new Reading(List.of(), many), priorities).get("3"));
    }

    @Test
    void factorsKeepTheOrderAndAScaleOfAllPrioritiesChangesNothing() throws Exception {
        Slurm slurm = slurm();
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Map<String, Double> priorities = new HashMap<>();
            Map<String, Double> scaled = new HashMap<>();
            List<Control> controls = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(20); i++) {
                double priority = Math.exp(random.nextGaussian() * 3);
                priorities.put("u" + i, priority);
                scaled.put("u" + i, priority * 1024);
                controls.add(new Control("" + i, "u" + i, 0));
            }
            Reading reading = new Reading(List.of(), controls);
            Map<String, Double> desired = slurm.desired(reading, priorities);
            assertEquals(desired, slurm.desired(reading, scaled), "seed " + seed);
            List<Double> inOrder = controls.stream()
                    .sorted(Comparator.comparing(control -> priorities.get(control.user())))
                    .map(control -> desired.get(control.name()))
                    .toList();
            assertEquals(inOrder.stream().sorted(Comparator.reverseOrder()).toList(), inOrder, "seed " + seed);
        }
    }

    @Test
    void oneProcessSetsAllAndWhatIsNoLongerPendingIsRefused() throws Exception {
        Slurm slurm = slurm();
        List<Edit> edits =
                List.of(StandIn.edit("3", 500), StandIn.edit("8", 500), StandIn.edit("9", 4), StandIn.edit("10", 7));
        assertEquals(
                List.of(
                        new Answer(edits.get(0), true, ""),
                        new Answer(edits.get(1), false, "Job has already finished for job 8"),
                        new Answer(edits.get(2), false, "no longer pending", true),
                        new Answer(edits.get(3), true, "")),
                slurm.send(edits, Deadline.never()));
        assertEquals("run\n", Files.readString(directory.resolve("runs")));
    }

    @Test
    void manyEditsAreDividedAmongProcesses() throws Exception {
        StringBuilder jobs = new StringBuilder();
        List<Edit> edits = new ArrayList<>();
        for (int job = 1000; job < 2200; job++) {
            jobs.append(job).append(":0:alice\n");
            edits.add(StandIn.edit(Integer.toString(job), job + 1));
        }
        edits.add(StandIn.edit("8", 3));
        StandIn standIn = new StandIn("slurm", directory).with("jobs", jobs.toString(), "");
        List<Answer> answers = new Slurm(standIn.tool(), 1000).send(edits, Deadline.never());
        assertEquals(edits, answers.stream().map(Answer::edit).toList());
        assertEquals(
                List.of(new Answer(edits.get(1200), false, "Job has already finished for job 8")),
                answers.stream().filter(answer -> !answer.accepted()).toList());
        assertEquals(5, Files.readAllLines(directory.resolve("runs")).size());
        List<Edit> back = edits.subList(0, 1200).stream()
                .map(edit -> StandIn.edit(edit.name(), 7))
                .toList();
        assertEquals(
                back.subList(0, 1000),
                new Slurm(standIn.tool(), 1000)
                        .send(back, Deadline.in(Duration.ZERO)).stream()
                                .map(Answer::edit)
                                .toList());
    }
}
