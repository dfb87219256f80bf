@NullMarked
package io.fairstream.htcondor.file;

import org.jspecify.annotations.NullMarked;
