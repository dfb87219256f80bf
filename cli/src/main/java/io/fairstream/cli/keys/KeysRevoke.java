package io.fairstream.cli.keys;

import io.fairstream.cli.options.InstantConverter;
import io.fairstream.reports.records.Failure;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.signers.Signers;
import io.fairstream.schemas.SignerKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code keys revoke}. */
@Command(
        name = "revoke",
        footer = "fairstream keys revoke n17 --since 2026-03-02T08:00:00Z --bootstrap-server HOST:PORT",
        description = {
            "Believe no more what a key signs: records that were sent at that time or later are refused.",
            "What was accounted before stays. Who has stolen a key can say that a record was sent earlier, unless the broker sets the"
                    + " timestamps: docs/security.md."
        })
final class KeysRevoke extends KeyDecision {
    @Parameters(index = "0", paramLabel = "ID|SIGNER", description = "A key, or all keys of a signer.")
    private String which = "";

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "From when on; 1970-01-01 for all it ever signed. Default: now.")
    private @Nullable Instant since;

    @Override
    List<Signers.Known> decide(TopicReader reader) {
        List<Signers.Known> known = Signers.read(reader).named(which);
        if (known.isEmpty()) {
            throw new Failure(which + ": no key (expected: an id or a signer of keys list)");
        }
        Instant revoked = since == null ? Instant.now().truncatedTo(ChronoUnit.MILLIS) : since;
        return known.stream()
                .map(each -> new Signers.Known(
                        each.id(),
                        SignerKey.newBuilder(each.key()).setRevoked(revoked).build()))
                .toList();
    }
}
