@NullMarked
package io.fairstream.cli.slurm;

import org.jspecify.annotations.NullMarked;
