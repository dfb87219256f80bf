package io.fairstream.it.hosts;

import io.fairstream.rules.HostUsage;
import io.fairstream.rules.UtcDays;
import io.fairstream.rules.host.HostCharge;
import io.fairstream.rules.host.HostLedger;
import io.fairstream.rules.host.HostLedger.HostLimits;
import io.fairstream.schemas.HostReport;
import io.fairstream.streams.avro.AvroRecords;
import io.fairstream.streams.avro.Format;
import io.fairstream.streams.host.HostStage;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The books of many hosts, kept without Kafka by the rules alone: what the topics must say. */
final class Books {
    static final int WINDOW = 7;

    private final Format<io.fairstream.rules.host.HostReport> wire = HostStage.HOST_REPORT;
    private final Map<String, HostLedger> ledgers = new TreeMap<>();
    private final List<HostReport> reports;

    /** Work by day and account, such as {@code user|alice}. */
    final Map<String, Map<String, Quantities>> days = new TreeMap<>();

    Books(List<HostReport> reports) {
        this.reports = reports;
        reports.forEach(this::enter);
    }

    private void enter(HostReport report) {
        HostLedger ledger = ledgers.computeIfAbsent(report.getHost(), host -> new HostLedger());
        ledger.apply(Objects.requireNonNull(AvroRecords.value(wire, report)), HostLimits.DEFAULT)
                .charges()
                .forEach(this::charge);
    }

    private void charge(HostCharge charge) {
        String day = day(charge.from());
        Quantities done = Quantities.of(charge.part().work());
        for (String account : List.of("TOTAL|", "PROJECT|" + charge.part().project(), "USER|" + charge.user())) {
            days.computeIfAbsent(account, any -> new TreeMap<>()).merge(day, done, Quantities::plus);
        }
    }

    private static String day(long millis) {
        return LocalDate.ofEpochDay(UtcDays.day(millis)).toString();
    }

    /** Returns the work of each host. */
    Map<String, Quantities> hosts() {
        return of(HostLedger::work);
    }

    /** Returns the claims of each host that were cut. */
    Map<String, Quantities> cuts() {
        return of(HostLedger::cut);
    }

    private Map<String, Quantities> of(Function<HostLedger, HostUsage> work) {
        Map<String, Quantities> hosts = new TreeMap<>();
        ledgers.forEach((host, ledger) -> hosts.put(host, Quantities.of(work.apply(ledger))));
        return hosts;
    }

    /** Returns the numbers of hosts, hosts with a GPU and users that were active on a day. */
    List<Long> active(String day) {
        Set<String> hosts = new HashSet<>();
        Set<String> gpuHosts = new HashSet<>();
        Set<String> users = new HashSet<>();
        long number = LocalDate.parse(day).toEpochDay();
        for (HostReport report : reports) {
            long age = number - UtcDays.day(report.getAt().toEpochMilli());
            if (age >= 0 && age < WINDOW) {
                hosts.add(report.getHost());
                users.add(report.getUser());
                if (report.getUsableGpu()) {
                    gpuHosts.add(report.getHost());
                }
            }
        }
        return List.of((long) hosts.size(), (long) gpuHosts.size(), (long) users.size());
    }
}
