package varvel

import java.lang.reflect.Proxy
import java.net.{URL, URLClassLoader}
import java.nio.file.{Files, Path}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** A compiler of Scala from the local repository of Maven.
  *
  * @param jars
  *   the compiler with what it needs
  */
final class ScalaCompiler private (jars: List[Path]) {

  /** Compiles sources into a folder of classes. Returns what the compiler says: the words for the level, and a message. */
  def compile(sources: List[Path], libraries: List[Path], classes: Path): List[(String, String)] = {
    val arguments = List(
      "-color:never", "-deprecation", "-feature", "-unchecked", "-Xcheck-macros", "-d", classes.toString, "-classpath",
      libraries.mkString(java.io.File.pathSeparator)
    ) ++ sources.map(_.toString)
    val loader = new URLClassLoader(ScalaCompiler.urls(jars), ClassLoader.getPlatformClassLoader)
    try {
      val said = mutable.ListBuffer.empty[(String, String)]
      val reporter = loader.loadClass("dotty.tools.dotc.interfaces.SimpleReporter")
      val callback = loader.loadClass("dotty.tools.dotc.interfaces.CompilerCallback")
      val listener = Proxy.newProxyInstance(loader, Array[Class[?]](reporter), (_, _, arguments) => {
        val diagnostic = loader.loadClass("dotty.tools.dotc.interfaces.Diagnostic")
        val level = diagnostic.getMethod("level").invoke(arguments(0)).asInstanceOf[Int]
        said += List("info", "warning", "error")(level) -> diagnostic.getMethod("message").invoke(arguments(0)).toString
        null
      })
      loader.loadClass("dotty.tools.dotc.Main").getMethod("process", classOf[Array[String]], reporter, callback)
        .invoke(null, arguments.toArray, listener, null)
      said.toList
    } finally loader.close()
  }
}

object ScalaCompiler {

  /** Returns the compiler of a version, if it is there. */
  def of(version: String): Option[ScalaCompiler] = artifact("org.scala-lang", "scala3-compiler_3", version).map(new ScalaCompiler(_))

  def urls(paths: List[Path]): Array[URL] = paths.map(_.toUri.toURL).toArray

  /** Returns the archive or the folder that a class is of. */
  def placeOf(one: Class[?]): Path = Path.of(one.getProtectionDomain.getCodeSource.getLocation.toURI)

  /** The local repository of Maven, from which the library of Scala comes. */
  private val repository: Path = placeOf(classOf[Option[?]]).getParent.getParent.getParent.getParent.getParent

  private val Dependency = "(?s)<dependency>(.*?)</dependency>".r
  private def tag(name: String, text: String): Option[String] = s"<$name>(.*?)</$name>".r.findFirstMatchIn(text).map(_.group(1))

  /** Returns an artifact with those that it needs, if all are in the local repository. */
  def artifact(group: String, name: String, version: String): Option[List[Path]] = {
    val folder = repository.resolve(group.replace('.', '/')).resolve(name).resolve(version)
    val jar = folder.resolve(s"$name-$version.jar")
    val pom = folder.resolve(s"$name-$version.pom")
    if !Files.exists(jar) || !Files.exists(pom) then None
    else {
      val needed = Dependency.findAllMatchIn(Files.readString(pom)).map(_.group(1)).toList.filter { one =>
        // JLine is for the shell of the compiler.
        !tag("scope", one).contains("test") && !tag("groupId", one).contains("org.jline")
      }
      val others = needed.map(one => artifact(tag("groupId", one).get, tag("artifactId", one).get, tag("version", one).get))
      if others.exists(_.isEmpty) then None else Some((jar :: others.flatten.flatten).distinct)
    }
  }

  /** Gives a new folder to some code, and deletes it when the tests have ended: classes are loaded from it. */
  def inFolder[T](code: Path => T): T = {
    val folder = Files.createTempDirectory("varvel")
    Runtime.getRuntime.addShutdownHook(new Thread(() => delete(folder)))
    code(folder)
  }

  private def delete(folder: Path): Unit = {
    val all = Files.walk(folder)
    try all.iterator.asScala.toList.reverse.foreach(Files.delete)
    finally all.close()
  }
}
