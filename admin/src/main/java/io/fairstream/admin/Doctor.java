package io.fairstream.admin;

import io.fairstream.admin.Diagnosis.Area;
import io.fairstream.admin.Diagnosis.Level;
import io.fairstream.app.config.Settings;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;

/** Checks of a cluster and of this machine before a topology runs there; read-only. */
public final class Doctor {
    private final Admin admin;
    private final Settings settings;
    private final Clock clock;

    private Doctor(Admin admin, Settings settings, Clock clock) {
        this.admin = admin;
        this.settings = settings;
        this.clock = clock;
    }

    /** A group of checks. */
    @FunctionalInterface
    private interface Check {
        List<Diagnosis> findings() throws ExecutionException, InterruptedException, IOException;
    }

    /**
     * Returns all findings, grouped by area. An area without access or without answer is a finding.
     *
     * @param clock of this machine, compared with times of records
     */
    public static List<Diagnosis> examine(Settings settings, Clock clock) {
        try (Admin admin = Admin.create(settings.admin())) {
            return new Doctor(admin, settings, clock).all();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private List<Diagnosis> all() throws InterruptedException {
        Map<Area, Check> checks = new LinkedHashMap<>();
        checks.put(Area.KAFKA, () -> new Brokers(admin, settings).findings());
        checks.put(Area.TOPICS, () -> new TopicHealth(admin, settings).findings());
        checks.put(Area.PRODUCERS, () -> new Producers(settings, clock).findings());
        checks.put(Area.REGISTRY, () -> new Registry(settings).findings());
        checks.put(Area.ACCESS, () -> new Access(admin, settings).findings());
        checks.put(Area.DISKS, () -> new Disks(admin, settings).findings());
        List<Diagnosis> findings = new ArrayList<>();
        for (Map.Entry<Area, Check> check : checks.entrySet()) {
            try {
                findings.addAll(check.getValue().findings());
            } catch (ExecutionException e) {
                findings.add(
                        unseen(check.getKey(), Optional.ofNullable(e.getCause()).orElse(e)));
            } catch (KafkaException | IOException e) {
                findings.add(unseen(check.getKey(), e));
            }
        }
        return findings;
    }

    private static Diagnosis unseen(Area area, Throwable reason) {
        String word = reason.getMessage() == null ? reason.getClass().getSimpleName() : reason.getMessage();
        return Diagnosis.wrong(area, "cannot be checked: " + word, "use --command-config with an administrator");
    }

    /** Returns the findings for people and as rows. */
    public static Document document(List<Diagnosis> findings) {
        Document document = new Document();
        for (Diagnosis finding : findings) {
            document.say(String.format(
                    Locale.ROOT, "%-5s  %-9s  %s", word(finding.level()), word(finding.area()), finding.found()));
            if (!finding.remedy().isEmpty()) {
                document.say(" ".repeat(18) + "-> " + finding.remedy());
            }
        }
        return document.with(new Columns<Diagnosis>()
                .text("area", finding -> word(finding.area()))
                .text("level", finding -> word(finding.level()))
                .text("found", Diagnosis::found)
                .text("remedy", finding -> finding.remedy().isEmpty() ? null : finding.remedy())
                .report(findings)
                .forPrograms());
    }

    private static String word(Enum<?> value) {
        return value == Level.WRONG ? "WRONG" : value.name().toLowerCase(Locale.ROOT);
    }
}
