package io.fairstream.steering.peer;

import io.fairstream.steering.Answer;
import io.fairstream.steering.Control;
import io.fairstream.steering.Deadline;
import io.fairstream.steering.Edit;
import io.fairstream.steering.Reading;
import io.fairstream.steering.Scheduler;
import io.fairstream.steering.schedulers.HtCondor;
import io.fairstream.steering.schedulers.Slurm;
import io.fairstream.steering.schedulers.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Edits a real scheduler and prints how long that took and what was refused. Arguments: htcondor or slurm, a number of submitters to add
 * and to set (of Slurm: each pending job), and the prefix of its commands. For trials by hand.
 */
final class RealScheduler {
    private RealScheduler() {}

    public static void main(String[] arguments) throws Exception {
        int count = Integer.parseInt(arguments[1]);
        Tool tool = new Tool(List.of(arguments).subList(2, arguments.length), Duration.ofMinutes(2));
        boolean isCondor = arguments[0].equals("htcondor");
        Scheduler scheduler = isCondor ? new HtCondor(tool) : new Slurm(tool, Slurm.DEFAULT_WEIGHT);
        Reading reading = read(scheduler);
        List<Edit> edits = new ArrayList<>();
        if (isCondor) {
            for (int i = 0; i < count; i++) {
                Control control = new Control("user" + i + "@pool.local", "user" + i + "@pool.local", 1000);
                edits.add(new Edit(control, 1000 + i * Math.PI, ""));
            }
            edits.add(new Edit(new Control("low@pool.local", "", 1), 0.5, ""));
            edits.add(new Edit(new Control("nodomain", "", 1), 5, ""));
        } else {
            reading.controls().stream()
                    .limit(count)
                    .forEach(control -> edits.add(new Edit(control, 1 + edits.size(), "")));
            edits.add(new Edit(new Control("999999", "", 1), 5, ""));
        }
        long begin = System.nanoTime();
        List<Answer> answers = scheduler.send(edits, Deadline.never());
        System.out.printf("%d edits in %.2f s%n", edits.size(), (System.nanoTime() - begin) / 1e9);
        answers.stream().filter(answer -> !answer.accepted()).limit(12).forEach(System.out::println);
        System.out.println(answers.stream().filter(Answer::accepted).count() + " accepted");
        read(scheduler);
    }

    private static Reading read(Scheduler scheduler) throws Exception {
        long begin = System.nanoTime();
        Reading reading = scheduler.read();
        System.out.printf(
                "%d accounts, %d controls, read in %.2f s%n",
                reading.accounts().size(), reading.controls().size(), (System.nanoTime() - begin) / 1e9);
        reading.accounts().stream().limit(4).forEach(System.out::println);
        reading.controls().stream().limit(4).forEach(System.out::println);
        return reading;
    }
}
