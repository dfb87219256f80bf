package io.fairstream.rules.host;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.host.HostReport.Hardware;
import io.fairstream.rules.host.HostReport.ProjectTotals;
import io.fairstream.rules.journal.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reports and charges in words: {@code a#2@12 p1=100} is report 2 of epoch a at hour 12 of day 20000, and says 100 s of CPU time for
 * project p1; {@code p1/app=1,2,3,4,5,6} all six: CPU and GPU seconds, CPU and GPU TFLOP, jobs that succeeded and failed. A host has
 * four CPUs of 5 GFLOPS and a GPU of 100, and is alice's, unless words such as {@code cpus=8 gpus=0 user=bob} say otherwise.
 */
final class HostWords {
    static final long DAY = 20_000;
    static final long START = DAY * UtcDays.MILLIS;
    static final Hardware HARDWARE = new Hardware(4, 1, 5e9, 100e9, true, false);

    private static final double TERA = 1e12;
    private static final long MFLOP_OF_TERA = 1_000_000;
    private static final double MILLIS_OF_HOUR = 3_600_000;

    private HostWords() {}

    static List<HostReport> reports(String words) {
        List<HostReport> reports = new ArrayList<>();
        for (String report : words.split(";", -1)) {
            reports.add(report(report.trim()));
        }
        return reports;
    }

    static HostReport report(String words) {
        String[] word = words.split(" +", -1);
        String[] name = word[0].split("[#@]", -1);
        String user = "alice";
        Hardware hardware = HARDWARE;
        List<ProjectTotals> projects = new ArrayList<>();
        for (int i = 1; i < word.length; i++) {
            String[] said = word[i].split("=", -1);
            switch (said[0]) {
                case "user" -> user = said[1];
                case "cpus" -> hardware = with(hardware, Integer.parseInt(said[1]), hardware.gpus());
                case "gpus" -> hardware = with(hardware, hardware.processors(), Integer.parseInt(said[1]));
                default -> projects.add(totals(said[0], said[1].split(",", -1)));
            }
        }
        return new HostReport(
                "h1", user, name[0], Long.parseLong(name[1]), at(name[2]), List.of("linux"), hardware, projects);
    }

    private static Hardware with(Hardware base, int cpus, int gpus) {
        return new Hardware(cpus, gpus, base.cpuFlopsEach(), base.gpuFlopsEach(), gpus > 0, false);
    }

    private static long at(String hours) {
        return START + Math.round(Double.parseDouble(hours) * MILLIS_OF_HOUR);
    }

    private static ProjectTotals totals(String name, String[] values) {
        double[] amounts = new double[6];
        for (int i = 0; i < values.length; i++) {
            amounts[i] = Double.parseDouble(values[i]);
        }
        String[] projectAndApp = name.split("/", -1);
        return new ProjectTotals(
                projectAndApp[0],
                projectAndApp.length > 1 ? projectAndApp[1] : "",
                amounts[0],
                amounts[1],
                amounts[2] * TERA,
                amounts[3] * TERA,
                (long) amounts[4],
                (long) amounts[5],
                false,
                false,
                0);
    }

    static String told(Outcome<HostCharge, Void> outcome) {
        return (outcome.effect() + " " + told(outcome.charges())).trim();
    }

    /** Charges as {@code p1=100@0-12}, what was cut after a tilde; another user than alice in front. */
    static String told(List<HostCharge> charges) {
        return charges.stream()
                .sorted(Comparator.comparing(
                                (HostCharge charge) -> charge.part().project())
                        .thenComparing((HostCharge charge) -> charge.part().app())
                        .thenComparing(HostCharge::from)
                        .thenComparing(HostCharge::to))
                .map(HostWords::told)
                .collect(Collectors.joining(" "));
    }

    private static String told(HostCharge charge) {
        return (charge.user().equals("alice") ? "" : charge.user() + ":")
                + charge.part().project()
                + (charge.part().app().isEmpty() ? "" : "/" + charge.part().app())
                + "="
                + told(charge.part().work())
                + (!charge.part().cut().isEmpty() ? "~" + told(charge.part().cut()) : "")
                + "@"
                + hours(charge.from())
                + "-"
                + hours(charge.to());
    }

    /** The six quantities, without the noughts at the end. */
    static String told(HostUsage work) {
        List<String> amounts = new ArrayList<>();
        amounts.add(number(work.cpuMicros() / 1e6));
        amounts.add(number(work.gpuMicros() / 1e6));
        amounts.add(number((double) work.cpuMflop() / MFLOP_OF_TERA));
        amounts.add(number((double) work.gpuMflop() / MFLOP_OF_TERA));
        amounts.add(Long.toString(work.succeeded()));
        amounts.add(Long.toString(work.failed()));
        while (amounts.size() > 1 && amounts.get(amounts.size() - 1).equals("0")) {
            amounts.remove(amounts.size() - 1);
        }
        return String.join(",", amounts);
    }

    private static String hours(long at) {
        return number((at - START) / MILLIS_OF_HOUR);
    }

    private static String number(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
