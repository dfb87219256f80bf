package io.fairstream.cli.keys;

import io.fairstream.cli.options.InstantConverter;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.signers.Signers;
import io.fairstream.rules.Names;
import io.fairstream.rules.Refused;
import io.fairstream.schemas.SignerKey;
import io.fairstream.schemas.Topic;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.signing.VerifyingKey;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code keys add}. */
@Command(
        name = "add",
        footer =
                "fairstream keys add n17 MCowBQYDK2VwAyEA… --topics session-deltas --keys c/n17 --bootstrap-server HOST:PORT",
        description = {
            "Say what the holder of a key may write. Said again of the same key, the last holds.",
            "A topology takes it a moment later: wait a second before the first record is sent."
        })
final class KeysAdd extends KeyDecision {
    @Parameters(index = "0", paramLabel = "SIGNER", description = "Whose key it is: a name for people.")
    private String signer = "";

    @Parameters(
            index = "1",
            paramLabel = "PUBLICKEY",
            description = "As keys create prints it, or as openssl pkey -in FILE -pubout does between its lines.")
    private String publicKey = "";

    @Option(
            names = "--topics",
            paramLabel = "TOPIC",
            split = ",",
            required = true,
            description = "Input topics that may be written: matches, session-deltas, …")
    private List<String> topics = List.of();

    @Option(
            names = "--keys",
            paramLabel = "KEY",
            split = ",",
            description =
                    "Only records with these keys, such as a node, c/n17; or that begin so, if it ends with a slash: c/.")
    private List<String> keys = List.of();

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Only records that are sent then or later.")
    private @Nullable Instant from;

    @Option(
            names = "--until",
            paramLabel = "TIME",
            converter = InstantConverter.class,
            description = "Only records that are sent before.")
    private @Nullable Instant until;

    @Override
    List<Signers.Known> decide(TopicReader reader) {
        return List.of(new Signers.Known(key().id(), row()));
    }

    @Override
    void check() {
        Refused refused = Names.refusal("SIGNER", signer);
        if (refused != null) {
            throw usage(refused.detail());
        }
        List<String> inputs = Topics.inputs().stream().map(Topic::name).toList();
        for (String topic : topics) {
            if (!inputs.contains(topic)) {
                throw usage("--topics: " + topic + " (expected: of " + String.join(", ", inputs) + ")");
            }
        }
        if (from != null && until != null && !from.isBefore(until)) {
            throw usage("--until: " + until + " (expected: later than --from, " + from + ")");
        }
        key();
    }

    private VerifyingKey key() {
        try {
            return VerifyingKey.parse(publicKey);
        } catch (GeneralSecurityException e) {
            throw usage("PUBLICKEY: " + e.getMessage() + " (expected: what keys create prints, MCowBQYDK2VwAyEA…)");
        }
    }

    private SignerKey row() {
        return SignerKey.newBuilder()
                .setSigner(signer)
                .setPublicKey(publicKey)
                .setTopics(topics)
                .setKeys(keys)
                .setFrom(from)
                .setUntil(until)
                .build();
    }
}
