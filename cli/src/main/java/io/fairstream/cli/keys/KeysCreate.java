package io.fairstream.cli.keys;

import io.fairstream.cli.options.OutputOptions;
import io.fairstream.reports.columns.Columns;
import io.fairstream.reports.columns.Document;
import io.fairstream.reports.records.Failure;
import io.fairstream.schemas.signing.SigningKey;
import io.fairstream.schemas.signing.VerifyingKey;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keys create}: needs no cluster, and is run where the key stays. */
@Command(
        name = "create",
        footer = "fairstream keys create n17.pem",
        description = {
            "Make an Ed25519 key in a file that only its owner can read (PKCS#8 in PEM, as openssl's genpkey), and print the public key,"
                    + " which keys add takes. The private key stays on this machine."
        })
public final class KeysCreate implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "A new file.")
    private Path file = Path.of("");

    @Mixin
    private final OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        SigningKey key = SigningKey.generate();
        var ownersOnly = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        try {
            Files.createFile(file, ownersOnly);
        } catch (FileAlreadyExistsException e) {
            throw new Failure(file + ": is there already (expected: a new file)", e);
        }
        Files.writeString(file, key.pem());
        output.print(
                new Document()
                        .say(key.verifying().base64())
                        .with(new Columns<VerifyingKey>()
                                .text("publicKey", VerifyingKey::base64)
                                .text("id", VerifyingKey::id)
                                .text("file", made -> file.toString())
                                .report(List.of(key.verifying()))
                                .forPrograms()),
                spec.commandLine().getOut(),
                spec.commandLine().getErr());
        return 0;
    }
}
