-- Q24. Écrire une requête SQL permettant d’afficher le nom et le prénom des 3 joueurs ayant
-- le niveau le plus élevé.
SELECT nom, prenom
FROM Joueur
ORDER BY niveau DESC, id_Joueur
LIMIT 3;
