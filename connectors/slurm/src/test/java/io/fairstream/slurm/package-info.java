@NullMarked
package io.fairstream.slurm;

import org.jspecify.annotations.NullMarked;
